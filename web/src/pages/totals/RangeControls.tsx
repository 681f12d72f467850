import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { TimeProject } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { DayField } from '../../ui/DayField';
import { Select } from '../../ui/Select';
import { rangeOf, ranges } from './totals';

interface Props {
  from: string;
  to: string;
  today: string;
  project?: string;
  projects: readonly TimeProject[];
}

/** The date range and project, kept in the URL. */
export function RangeControls(props: Props) {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const { from, to, today, project } = props;
  const go = (change: { from?: string; to?: string; project?: string }) =>
    void navigate({ to: '/time/totals', search: (old) => ({ ...old, ...change }), replace: true });
  const projects = props.projects
    .toSorted((a, b) => format.compare(a.name, b.name))
    .map(({ uuid, name }) => ({ value: uuid, label: name }));
  return (
    <Group align="flex-end" mb="lg" gap="sm">
      <DayField label={t('totals.from')} value={from} onDay={(day) => go({ from: day })} />
      <DayField
        label={t('totals.to')}
        value={to}
        error={to < from ? t('totals.wrongRange') : undefined}
        onDay={(day) => go({ to: day })}
      />
      <Select
        label={t('totals.project')}
        searchable
        clearable
        placeholder={t('totals.allProjects')}
        nothingFoundMessage={t('common.noChoice')}
        clearButtonProps={{ 'aria-label': t('totals.allProjects') }}
        value={project ?? null}
        data={projects}
        onChange={(value) => go({ project: value ?? undefined })}
      />
      <Group gap={4} role="group" aria-label={t('totals.range')}>
        {ranges.map((range) => {
          const days = rangeOf(range, today);
          const chosen = days.from === from && days.to === to;
          return (
            <Button
              key={range}
              size="xs"
              variant={chosen ? 'light' : 'subtle'}
              aria-pressed={chosen}
              onClick={() => go(days)}
            >
              {t(`totals.${range}`)}
            </Button>
          );
        })}
      </Group>
    </Group>
  );
}
