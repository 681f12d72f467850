import { Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changedMeanwhile } from '../../../api/http';
import { membersKey, membersQuery, saveMember } from '../../../api/members';
import type { Member, MemberBody, MemberList } from '../../../api/types.gen';
import { hasFields, readAgain } from '../../../api/versions';
import { useT } from '../../../i18n';
import { useWords } from '../../../i18n/words';
import { FormClash } from '../../../ui/Clash';
import { DialogButtons } from '../../../ui/DialogButtons';
import { FormError } from '../../../ui/form';
import { Select } from '../../../ui/Select';
import { useSaveOver } from '../../../ui/useSaveOver';
import { useChange } from '../parts/useChange';
import { MemberFields } from './MemberFields';
import { useMemberWords } from './useMemberWords';

type Fields = Required<MemberBody>;

const fieldsOf = ({ role, scrum_role, service, status }: Member): Fields => ({ role, scrum_role, service, status });

export function EditMember({ project, member, onClose }: { project: string; member: Member; onClose: () => void }) {
  const t = useT();
  const [value, setValue] = useState(() => fieldsOf(member));
  const client = useQueryClient();
  const describe = useDescribe();
  const set = (part: Partial<Fields>) => setValue((old) => ({ ...old, ...part }));
  const read = async () => {
    const { members } = await readAgain(client, membersQuery(project));
    const now = members.find(({ uuid }) => uuid === member.uuid);
    if (now === undefined) throw changedMeanwhile();
    return { ...fieldsOf(now), version: now.version };
  };
  const over = useSaveOver<Fields>({ ...fieldsOf(member), version: member.version }, read, set);
  const saving = useChange({
    project,
    list: membersKey(project),
    run: (typed: Fields) => over.save(typed, (input, version) => saveMember(member.uuid, input, version)),
    show: (old: MemberList, typed) => ({
      ...old,
      members: old.members.map((one) => (one.uuid === member.uuid ? { ...one, ...over.changed(typed) } : one)),
    }),
    said: () => t('settings.memberSaved', { name: member.name }),
    onDone: onClose,
    onFailed: () => true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(value);
  };
  return (
    <Modal opened onClose={onClose} title={t('settings.editOf', { name: member.name })} size="lg">
      <form onSubmit={submit}>
        <Stack>
          <MemberFields value={value} onChange={set} />
          {member.role !== 'owner' && member.status !== 'invited' && (
            <StatusField value={value.status} onChange={set} />
          )}
          <FormClash over={over} describe={describe} busy={saving.isPending} />
          <FormError error={over.unexplained(saving.error)} />
          <DialogButtons
            action={t('common.save')}
            onCancel={onClose}
            busy={saving.isPending}
            disabled={!hasFields(over.changed(value))}
          />
        </Stack>
      </form>
    </Modal>
  );
}

/** The values of fields by their labels. */
function useDescribe() {
  const t = useT();
  const words = useWords();
  const ours = useMemberWords();
  return ({ role, scrum_role, service, status }: Partial<Fields>) => ({
    [t('settings.role')]: role && words.role(role),
    [t('settings.scrumRole')]: scrum_role && ours.scrumRole(scrum_role),
    [t('settings.service')]: service,
    [t('settings.status')]: status && ours.status(status),
  });
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
