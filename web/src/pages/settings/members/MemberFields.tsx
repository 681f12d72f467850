import { SimpleGrid, TextInput } from '@mantine/core';
import { type NewRole, newRoleValues, type Role, type ScrumRole, scrumRoleValues } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { useWords } from '../../../i18n/words';
import { Select } from '../../../ui/Select';
import { useMemberWords } from './useMemberWords';

/** R is the type of the roles that can be selected. */
interface Fields<R> {
  role: R;
  scrum_role: ScrumRole;
  service: string;
}

/** The role "owner" cannot be selected, because ownership is transferred instead. */
export function MemberFields(props: { value: Fields<Role>; onChange: (part: Partial<Fields<NewRole>>) => void }) {
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
        data={(owner ? ['owner' as const] : newRoleValues).map((role) => ({ value: role, label: words.role(role) }))}
        value={value.role}
        onChange={(role) => onChange({ role: role as NewRole })}
        allowDeselect={false}
        readOnly={owner}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('settings.scrumRole')}
          data={scrumRoleValues.map((role) => ({ value: role, label: ours.scrumRole(role) }))}
          value={value.scrum_role}
          onChange={(scrum_role) => onChange({ scrum_role: (scrum_role ?? 'developer') as ScrumRole })}
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
