import { Group, SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../api/session';
import { addDays } from '../../days';
import { useT } from '../../i18n';
import { DayField } from '../../ui/DayField';
import { Select } from '../../ui/Select';
import { type FlowSearch, presetOf, presets } from './search';

/** Selects the date range and the unit; both are in the URL. */
export function DateRange() {
  const t = useT();
  const { today } = useSession();
  const navigate = useNavigate();
  const search = useSearch({ from: '/app/projects/$project/flow' });
  const change = (to: Partial<FlowSearch>) =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...to }), replace: true, resetScroll: false });
  // The fields for custom dates stay open even if the dates match a preset.
  const [own, setOwn] = useState(false);
  const span = own ? undefined : presetOf(search, today);
  const to = search.to ?? today;
  const from = search.from ?? addDays(to, -29);
  return (
    <Group gap="xs" align="center">
      <Select
        w={170}
        size="xs"
        aria-label={t('flow.span')}
        allowDeselect={false}
        value={span === undefined ? 'own' : String(span)}
        data={[
          ...presets.map((days) => ({ value: String(days), label: t('flow.lastDays', { count: days }) })),
          { value: 'own', label: t('flow.ownDays') },
        ]}
        onChange={(value) => {
          setOwn(value === 'own');
          if (value === 'own') change({ from, to: addDays(today, -1) });
          else change({ from: value === '30' ? undefined : addDays(today, 1 - Number(value)), to: undefined });
        }}
      />
      {span === undefined && (
        <>
          <Day label={t('flow.from')} value={from} max={to} onChange={(day) => change({ from: day })} />
          <Day label={t('flow.to')} value={to} min={from} max={today} onChange={(day) => change({ from, to: day })} />
        </>
      )}
      <SegmentedControl
        size="xs"
        aria-label={t('flow.by')}
        value={search.by ?? 'tickets'}
        data={[
          { value: 'tickets', label: t('flow.tickets') },
          { value: 'points', label: t('flow.points') },
        ]}
        onChange={(value) => change({ by: value === 'points' ? 'points' : undefined })}
      />
    </Group>
  );
}

function Day(props: { label: string; value: string; min?: string; max?: string; onChange: (day: string) => void }) {
  const { min, max } = props;
  return (
    <DayField
      size="xs"
      aria-label={props.label}
      value={props.value}
      min={min}
      max={max}
      onDay={(day) => {
        if ((min === undefined || day >= min) && (max === undefined || day <= max)) props.onChange(day);
      }}
    />
  );
}
