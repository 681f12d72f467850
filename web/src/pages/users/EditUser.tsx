import { Alert, List, Modal, NativeSelect, Stack, Switch } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sessionKey, useUser } from '../../api/session';
import { type Plan, type PlanGrid, planValues, type UserInfo } from '../../api/types.gen';
import { saveUser, usersKey } from '../../api/users';
import { useFormat, useT } from '../../i18n';
import { DateField } from '../../ui/DateField';
import { DialogButtons } from '../../ui/DialogButtons';
import { FormError } from '../../ui/form';
import { useNotify } from '../../ui/notify';
import { changed, consequences, type Draft, draftOf } from './consequence';
import { nameOf } from './UserRow';

interface Props {
  user: UserInfo;
  grid: PlanGrid;
  /** Whether this is the last administrator who can sign in, and so must remain one. */
  last: boolean;
  onClose: () => void;
}

/** Edits an account, explaining the consequences first. */
export function EditUser(props: Props) {
  const t = useT();
  return (
    <Modal opened onClose={props.onClose} title={t('users.editTitle', { name: nameOf(props.user) })}>
      <Form {...props} />
    </Modal>
  );
}

function Form({ user, grid, last, onClose }: Props) {
  const t = useT();
  const notify = useNotify();
  const client = useQueryClient();
  const self = useUser().id === user.id;
  const [draft, setDraft] = useState(() => draftOf(user));
  const set = (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part }));
  const change = changed(user, draft);
  const saving = useMutation({
    mutationFn: () => saveUser(user.id, change),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: usersKey });
      if (self) void client.invalidateQueries({ queryKey: sessionKey });
      notify.done(t('users.changed', { name: nameOf(user) }));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <NativeSelect
          label={t('users.plan')}
          description={t('users.planText')}
          value={draft.plan}
          data={planValues.map((plan) => ({ value: plan, label: t(`users.plan_${plan}`) }))}
          onChange={(event) => set({ plan: event.currentTarget.value as Plan })}
        />
        <DateField
          name="subscribed_at"
          label={t('users.start')}
          defaultValue={draft.subscribed_at}
          required
          onChange={(day) => set({ subscribed_at: day })}
        />
        <Switch
          label={t('users.active')}
          description={last ? t('users.lastAdmin') : t('users.activeText')}
          disabled={last}
          checked={draft.active}
          onChange={(event) => set({ active: event.currentTarget.checked })}
        />
        <Switch
          label={t('users.admin')}
          description={last ? t('users.lastAdmin') : t('users.makeAdminText')}
          disabled={last}
          checked={draft.is_admin}
          onChange={(event) => set({ is_admin: event.currentTarget.checked })}
        />
        <Effects user={user} draft={draft} grid={grid} self={self} />
        <FormError error={saving.error} />
        <DialogButtons
          action={t('common.save')}
          onCancel={onClose}
          busy={saving.isPending}
          disabled={Object.keys(change).length === 0 || draft.subscribed_at === ''}
        />
      </Stack>
    </form>
  );
}

/** The consequences of the current draft. */
function Effects(props: { user: UserInfo; draft: Draft; grid: PlanGrid; self: boolean }) {
  const t = useT();
  const format = useFormat();
  const { user, draft, grid, self } = props;
  const list = consequences(user, draft, grid, self);
  const values = { name: user.firstname, date: format.date(grid.since), plan: t(`users.plan_${grid.api_from}`) };
  return (
    <div role="status">
      {list.length > 0 && (
        <Alert
          color={list.some(({ harm }) => harm) ? 'amber' : 'indigo'}
          icon={<IconInfoCircle size={18} aria-hidden />}
          title={t('users.effects')}
        >
          <List size="sm">
            {list.map(({ text, count }) => (
              <List.Item key={text}>{t(`users.effect_${text}`, { ...values, count: count ?? 0 })}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  );
}
