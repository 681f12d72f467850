import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { resetUser, usersKey } from '../../api/users';
import { useT } from '../../i18n';
import { FormError } from '../../ui/form';
import { OneTimeLink } from './OneTimeLink';

/** Creates another link for someone who never signed in; the old one stops working. */
export function NewLink({ user, name, onClose }: { user: number; name: string; onClose: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const making = useMutation({
    mutationFn: () => resetUser(user, false),
    onSuccess: () => client.invalidateQueries({ queryKey: usersKey }),
  });
  return (
    <Modal opened onClose={onClose} title={t('users.resetTitle')} closeOnClickOutside={false}>
      {making.data ? (
        <OneTimeLink link={making.data.link} name={name} onClose={onClose} />
      ) : (
        <Stack>
          <Text>{t('users.newLinkText', { name })}</Text>
          <FormError error={making.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button loading={making.isPending} onClick={() => making.mutate()}>
              {t('users.newLink')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
