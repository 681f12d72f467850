import { Modal, Select, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { membersKey, saveMember } from '../../../api/members';
import type { Member, MemberBody, MemberList } from '../../../api/types.gen';
import { changedFields } from '../../../changedFields';
import { useT } from '../../../i18n';
import { DialogButtons } from '../../../ui/DialogButtons';
import { FormError } from '../../../ui/form';
import { useChange } from '../parts/useChange';
import { MemberFields } from './MemberFields';
import { useMemberWords } from './useMemberWords';

type Fields = Required<MemberBody>;

const fieldsOf = ({ role, scrum_role, service, status }: Member): Fields => ({ role, scrum_role, service, status });

export function EditMember({ project, member, onClose }: { project: string; member: Member; onClose: () => void }) {
  const t = useT();
  const [value, setValue] = useState(() => fieldsOf(member));
  const changed = changedFields(fieldsOf(member), value);
  const saving = useChange({
    project,
    list: membersKey(project),
    run: (patch: MemberBody) => saveMember(member.uuid, patch),
    show: (old: MemberList, patch) => ({
      ...old,
      members: old.members.map((one) => (one.uuid === member.uuid ? { ...one, ...patch } : one)),
    }),
    said: () => t('settings.memberSaved', { name: member.name }),
    onDone: onClose,
    onFailed: () => true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(changed);
  };
  const set = (part: Partial<Fields>) => setValue((old) => ({ ...old, ...part }));
  return (
    <Modal opened onClose={onClose} title={t('settings.editOf', { name: member.name })} size="lg">
      <form onSubmit={submit}>
        <Stack>
          <MemberFields value={value} onChange={set} />
          {member.role !== 'owner' && member.status !== 'invited' && (
            <StatusField value={value.status} onChange={set} />
          )}
          <FormError error={saving.error} />
          <DialogButtons
            action={t('common.save')}
            onCancel={onClose}
            busy={saving.isPending}
            disabled={Object.keys(changed).length === 0}
          />
        </Stack>
      </form>
    </Modal>
  );
}

type Status = Member['status'];

const choices: readonly Status[] = ['active', 'inactive'];

/** Changes a member's status. Only the member can accept an invitation. */
function StatusField(props: { value: Status; onChange: (part: Partial<Fields>) => void }) {
  const t = useT();
  const ours = useMemberWords();
  return (
    <Select
      label={t('settings.status')}
      description={t(`settings.member_${props.value}_text`)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={choices.map((status) => ({ value: status, label: ours.status(status) }))}
      value={props.value}
      onChange={(status) => props.onChange({ status: status as Status })}
      allowDeselect={false}
    />
  );
}
