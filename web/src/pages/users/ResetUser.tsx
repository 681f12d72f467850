import { Checkbox, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserInfo } from '../../api/types.gen';
import { resetUser, usersKey } from '../../api/users';
import { useT } from '../../i18n';
import { DialogButtons } from '../../ui/DialogButtons';
import { FormError } from '../../ui/form';
import { OneTimeLink } from '../../ui/OneTimeLink';

type Person = Pick<UserInfo, 'id' | 'firstname' | 'lastname' | 'has_password' | 'second_factor'>;

/** Ends a user's sessions and shows a link to choose a new password. */
export function ResetUser(props: { user: Person | null; onClose: () => void }) {
  const t = useT();
  return (
    <Modal
      opened={props.user !== null}
      onClose={props.onClose}
      title={t('users.resetTitle')}
      closeOnClickOutside={false}
    >
      {props.user && <Steps user={props.user} onClose={props.onClose} />}
    </Modal>
  );
}

function Steps(props: { user: Person; onClose: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const { user } = props;
  const name = `${user.firstname} ${user.lastname}`.trim();
  const [clear, setClear] = useState(false);
  const reset = useMutation({
    mutationFn: () => resetUser(user.id, clear),
    onSuccess: () => client.invalidateQueries({ queryKey: usersKey }),
  });
  if (reset.data) return <OneTimeLink link={reset.data.link} name={user.firstname} onClose={props.onClose} />;
  return (
    <Stack>
      <Text>{user.has_password ? t('users.resetText', { name }) : t('users.newLinkText', { name })}</Text>
      {user.second_factor && (
        <Checkbox
          label={t('users.clearFactor')}
          description={t('users.clearFactorText')}
          checked={clear}
          onChange={(event) => setClear(event.currentTarget.checked)}
        />
      )}
      <FormError error={reset.error} />
      <DialogButtons
        action={user.has_password ? t('users.reset') : t('users.newLink')}
        onCancel={props.onClose}
        onAction={() => reset.mutate()}
        busy={reset.isPending}
        danger={user.has_password}
      />
    </Stack>
  );
}
