import { Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { revokeKey } from '../../api/keys';
import type { ApiKey } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { Confirm } from '../../ui/Confirm';
import { useNotify } from '../../ui/notify';
import { replaceKey } from './EditKey';

export function RevokeKey(props: { apiKey: ApiKey; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const notify = useNotify();
  const client = useQueryClient();
  const { apiKey } = props;
  const revoking = useMutation({
    mutationFn: () => revokeKey(apiKey.id),
    onSuccess: (key) => {
      replaceKey(client, key);
      notify.done(t('keys.revoked', { name: key.name }));
      props.onClose();
    },
    onError: (error) => notify.failed(error),
  });
  const used = apiKey.last_used_at;
  return (
    <Confirm
      opened
      danger
      onClose={props.onClose}
      onConfirm={() => revoking.mutate()}
      busy={revoking.isPending}
      title={t('keys.revokeTitle', { name: apiKey.name })}
      action={t('keys.revoke')}
    >
      <Stack gap="xs">
        <Text>{t('keys.revokeText')}</Text>
        <Text fw={600}>
          {used === null
            ? t('keys.revokeUnused')
            : t('keys.revokeUsed', { relative: format.relative(used), address: apiKey.last_used_ip ?? '?' })}
        </Text>
      </Stack>
    </Confirm>
  );
}
