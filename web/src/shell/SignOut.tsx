import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { signOut, useUser } from '../api/session';
import { forgetUser, hasUnsaved } from '../api/signOut';
import { useT } from '../i18n';
import { Confirm } from '../ui/Confirm';
import { useNotify } from '../ui/notify';

/** Signs out. Unsaved text is discarded, but only after a question. */
export function SignOut({ onEnd }: { onEnd: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const notify = useNotify();
  const { id } = useUser();
  const [asks] = useState(() => hasUnsaved(client, id));
  const { mutate, isPending } = useMutation({
    mutationFn: signOut,
    onSuccess: () => forgetUser(client, id),
    onError: (error) => {
      notify.failed(error);
      onEnd();
    },
  });
  useEffect(() => {
    if (!asks) mutate();
  }, [asks, mutate]);
  return (
    <Confirm
      opened={asks}
      onClose={onEnd}
      onConfirm={() => mutate()}
      title={t('shell.signOutTitle')}
      action={t('shell.signOutDiscard')}
      busy={isPending}
      danger
    >
      {t('shell.signOutText')}
    </Confirm>
  );
}
