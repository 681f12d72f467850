import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { type Role, scrumRoles } from '../../../api/members';
import { useT } from '../../../i18n';
import { useWords } from '../../../i18n/words';
import { useMemberWords } from './useMemberWords';

export interface Place {
  role: Role;
  scrum_role: string;
  service: string;
}

const roles: readonly Role[] = ['admin', 'member', 'viewer'];

/** MemberFields say what somebody is in a team. The owner's role is no choice: it is handed over. */
export function MemberFields(props: { value: Place; onChange: (part: Partial<Place>) => void }) {
  const t = useT();
  const words = useWords();
  const ours = useMemberWords();
  const { value, onChange } = props;
  const owner = value.role === 'owner';
  return (
    <>
      <Select
        label={t('settings.role')}
        description={owner ? t('settings.role_owner_text') : t(`settings.role_${value.role}_text`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={(owner ? ['owner' as const] : roles).map((role) => ({ value: role, label: words.role(role) }))}
        value={value.role}
        onChange={(role) => onChange({ role: role as Role })}
        allowDeselect={false}
        readOnly={owner}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('settings.scrumRole')}
          data={scrumRoles.map((role) => ({ value: role, label: ours.scrumRole(role) }))}
          value={value.scrum_role}
          onChange={(scrum_role) => onChange({ scrum_role: scrum_role ?? 'developer' })}
          allowDeselect={false}
        />
        <TextInput
          label={t('settings.service')}
          placeholder={t('settings.serviceExample')}
          maxLength={120}
          value={value.service}
          onChange={(event) => onChange({ service: event.currentTarget.value })}
        />
      </SimpleGrid>
    </>
  );
}
