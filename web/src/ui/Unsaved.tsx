import { useBlocker } from '@tanstack/react-router';
import { useT } from '../i18n';
import { Confirm } from './Confirm';

/** Asks before leaving the page while `when` is true. */
export function Unsaved(props: { when: boolean; title?: string; text?: string; action?: string }) {
  const t = useT();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => props.when && current.pathname !== next.pathname,
    enableBeforeUnload: () => props.when,
    withResolver: true,
  });
  return (
    <Confirm
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title={props.title ?? t('common.unsavedTitle')}
      action={props.action ?? t('common.discard')}
      danger
    >
      {props.text ?? t('common.unsavedText')}
    </Confirm>
  );
}
