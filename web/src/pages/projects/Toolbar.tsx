import { Group, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '../../i18n';
import { SearchField } from '../../ui/SearchField';
import { Select } from '../../ui/Select';
import { type Sort, sorts } from './search';
import type { View } from './view';

export function Toolbar(props: { view: View; onView: (view: View) => void; count: number }) {
  const t = useT();
  const navigate = useNavigate();
  const { q = '', sort = 'name' } = useSearch({ from: '/app/projects' });
  const search = (change: { q?: string; sort?: Sort }) =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true });
  return (
    <Group mb="md" gap="xs">
      <SearchField label={t('projects.search')} value={q} onChange={(value) => search({ q: value || undefined })} />
      <Select
        w={180}
        aria-label={t('projects.sort')}
        allowDeselect={false}
        value={sort}
        data={sorts.map((value) => ({ value, label: t(`projects.sort_${value}`) }))}
        onChange={(value) => search({ sort: value === 'name' ? undefined : (value as Sort) })}
      />
      <SegmentedControl
        ml="auto"
        aria-label={t('projects.view')}
        value={props.view}
        onChange={(value) => props.onView(value as View)}
        data={[
          {
            value: 'cards',
            label: <Choice icon={<IconLayoutGrid size={18} aria-hidden />} text={t('projects.cards')} />,
          },
          { value: 'table', label: <Choice icon={<IconTable size={18} aria-hidden />} text={t('projects.table')} /> },
        ]}
      />
      <VisuallyHidden role="status">{t('projects.count', { count: props.count })}</VisuallyHidden>
    </Group>
  );
}

function Choice(props: { icon: ReactNode; text: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      {props.icon}
      {props.text}
    </Group>
  );
}
