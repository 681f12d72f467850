// Toasts: success (with undo where possible) or failure, with the reason.
import { Button, Group, Text } from '@mantine/core';
import { type NotificationData, notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useT } from '../i18n';
import { useWords } from '../i18n/words';

export interface Notify {
  done: (message: string, undo?: () => void) => void;
  /** Says why nothing happened, or what to do instead. */
  hint: (message: string) => void;
  failed: (error: unknown, title?: string, undo?: () => void) => void;
}

export function useNotify(): Notify {
  const t = useT();
  const words = useWords();
  return useMemo(() => {
    const show = (message: string, undo: (() => void) | undefined, more: Partial<NotificationData>) => {
      const hide = () => notifications.hide(id);
      const id: string = notifications.show({
        closeButtonProps: { 'aria-label': t('common.close') },
        message: undo ? (
          <Undoable
            message={message}
            label={t('common.undo')}
            onUndo={() => {
              hide();
              undo();
            }}
          />
        ) : (
          message
        ),
        ...more,
      });
    };
    return {
      done: (message, undo) =>
        show(message, undo, {
          color: 'green',
          icon: <IconCheck size={18} aria-hidden />,
          autoClose: undo ? 10_000 : 4_000,
        }),
      hint: (message) => show(message, undefined, { autoClose: 6_000 }),
      failed: (error, title, undo) =>
        show(words.error(error), undo, {
          color: 'red',
          icon: <IconAlertTriangle size={18} aria-hidden />,
          autoClose: 10_000,
          role: 'alert',
          title: title ?? t('common.notSaved'),
        }),
    };
  }, [t, words]);
}

function Undoable(props: { message: string; label: string; onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{props.message}</Text>
      <Button size="compact-sm" variant="light" flex="none" onClick={props.onUndo}>
        {props.label}
      </Button>
    </Group>
  );
}
