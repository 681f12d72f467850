import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../i18n';

interface Props {
  action: ReactNode;
  onCancel: () => void;
  /** If omitted, the button submits the surrounding form. */
  onAction?: () => void;
  busy?: boolean;
  disabled?: boolean;
  danger?: boolean;
  /** Shown before the buttons. */
  children?: ReactNode;
}

/** The bottom row of a dialog: a cancel button and the main action. */
export function DialogButtons(props: Props) {
  const t = useT();
  return (
    <Group justify="flex-end" gap="xs">
      {props.children}
      <Button variant="default" onClick={props.onCancel}>
        {t('common.cancel')}
      </Button>
      <Button
        type={props.onAction ? 'button' : 'submit'}
        color={props.danger ? 'red' : undefined}
        loading={props.busy}
        disabled={props.disabled}
        onClick={props.onAction}
      >
        {props.action}
      </Button>
    </Group>
  );
}
