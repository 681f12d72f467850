import { Alert, Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { repeat } from '../api/http';
import { useUser } from '../api/session';
import { useT } from '../i18n';
import { useNotify } from '../ui/notify';
import { readUnsent, writeUnsent } from '../unsent';

/** Offers the changes that were refused because the user's session had ended, until they are saved or discarded. */
export function Unsent() {
  const t = useT();
  const notify = useNotify();
  const client = useQueryClient();
  const { id } = useUser();
  const [requests, setRequests] = useState(() => readUnsent(id));
  const keep = (left: typeof requests) => {
    setRequests(left);
    writeUnsent(id, left);
  };
  const retry = useMutation({
    mutationFn: async () => {
      for (const [n, request] of requests.entries()) {
        await repeat(request);
        keep(requests.slice(n + 1));
      }
    },
    onSuccess: () => notify.done(t('shell.unsentSaved')),
    onError: (error) => notify.failed(error),
    onSettled: () => client.invalidateQueries(),
  });
  if (requests.length === 0) return null;
  return (
    <Alert color="yellow" m="sm" title={t('shell.unsent', { count: requests.length })}>
      <Group gap="xs">
        <Button size="xs" loading={retry.isPending} onClick={() => retry.mutate()}>
          {t('common.retry')}
        </Button>
        <Button size="xs" variant="default" onClick={() => keep([])}>
          {t('common.draftDiscard')}
        </Button>
      </Group>
    </Alert>
  );
}
