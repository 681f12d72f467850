import { Group, NativeSelect } from '@mantine/core';
import { type Plan, planValues } from '../../api/types.gen';
import { type UserFilter, type UserState, userStates } from '../../api/users';
import { useT } from '../../i18n';
import { SearchField } from '../../ui/SearchField';
import classes from './users.module.css';

export function Filters(props: { filter: UserFilter; onChange: (change: UserFilter) => void }) {
  const t = useT();
  const { filter, onChange } = props;
  const all = { value: '', label: t('users.anyPlan') };
  const any = { value: '', label: t('users.anyState') };
  return (
    <Group mb="md" gap="sm">
      <SearchField label={t('users.search')} value={filter.q ?? ''} onChange={(q) => onChange({ q: q.trim() })} />
      <NativeSelect
        className={classes.choice}
        aria-label={t('users.plan')}
        value={filter.plan ?? ''}
        data={[all, ...planValues.map((plan) => ({ value: plan, label: t(`users.plan_${plan}`) }))]}
        onChange={(event) => onChange({ plan: (event.currentTarget.value || undefined) as Plan | undefined })}
      />
      <NativeSelect
        className={classes.choice}
        aria-label={t('users.state')}
        value={filter.state ?? ''}
        data={[any, ...userStates.map((state) => ({ value: state, label: t(`users.state_${state}`) }))]}
        onChange={(event) => onChange({ state: (event.currentTarget.value || undefined) as UserState | undefined })}
      />
    </Group>
  );
}
