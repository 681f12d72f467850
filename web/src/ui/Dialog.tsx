import { Modal, type ModalProps } from '@mantine/core';
import { useT } from '../i18n';

/** Dialog is a modal whose button to close has a name. */
export function Dialog(props: ModalProps) {
  const t = useT();
  return <Modal closeButtonProps={{ 'aria-label': t('common.close') }} {...props} />;
}
