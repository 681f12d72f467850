import { Modal, type ModalProps } from '@mantine/core';
import { useT } from '../i18n';

/** A modal whose close button has an accessible name. */
export function Dialog(props: ModalProps) {
  const t = useT();
  return <Modal closeButtonProps={{ 'aria-label': t('common.close') }} {...props} />;
}
