import { Button, SimpleGrid } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LogFilter, logChoicesQuery } from '../../api/admin';
import { useFormat, useT } from '../../i18n';
import { DayField } from '../../ui/DayField';
import { Select } from '../../ui/Select';
import classes from './changes.module.css';
import { nounText } from './describe';

interface Choice {
  value: string;
  label: string;
}

export function Filters(props: { filter: LogFilter; onChange: (change: LogFilter) => void }) {
  const t = useT();
  const { compare } = useFormat();
  const { filter, onChange } = props;
  const [projectTyped, setProjectTyped] = useState('');
  const [userTyped, setUserTyped] = useState('');
  const [projectText] = useDebouncedValue(projectTyped, 150);
  const [userText] = useDebouncedValue(userTyped, 150);
  const choices = useQuery(
    logChoicesQuery({
      project: filter.project,
      user: filter.user,
      project_text: projectText || undefined,
      user_text: userText || undefined,
    }),
  ).data;
  const projects = [
    { value: 'none', label: t('changes.instance') },
    ...(choices?.projects ?? []).map(({ uuid, name }) => ({ value: uuid, label: name })),
  ];
  const users = (choices?.users ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const nouns = (choices?.nouns ?? [])
    .map((noun) => ({ value: noun, label: nounText(t, noun) }))
    .sort((a, b) => compare(a.label, b.label));
  const on = Object.values(filter).some((value) => value !== undefined);
  return (
    <SimpleGrid cols={{ base: 2, md: 5 }} spacing="sm" mb="md" className={classes.filters}>
      <OneOf
        label={t('changes.project')}
        value={filter.project}
        choices={projects}
        onChange={(project) => onChange({ project })}
        onType={setProjectTyped}
      />
      <OneOf
        label={t('changes.who')}
        value={filter.user}
        choices={users}
        onChange={(user) => onChange({ user })}
        onType={setUserTyped}
      />
      <OneOf label={t('changes.noun')} value={filter.noun} choices={nouns} onChange={(noun) => onChange({ noun })} />
      <DayField
        label={t('changes.from')}
        value={filter.from}
        max={filter.to}
        onDay={(from) => onChange({ from })}
        onNone={() => onChange({ from: undefined })}
      />
      <DayField
        label={t('changes.to')}
        value={filter.to}
        min={filter.from}
        onDay={(to) => onChange({ to })}
        onNone={() => onChange({ to: undefined })}
      />
      {on && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.clear}
          onClick={() =>
            onChange({ project: undefined, user: undefined, noun: undefined, from: undefined, to: undefined })
          }
        >
          {t('common.clearFilters')}
        </Button>
      )}
    </SimpleGrid>
  );
}

interface OneOfProps {
  label: string;
  value?: string;
  choices: Choice[];
  onChange: (value?: string) => void;
  /** The choices are only the first ones; the server finds others by what is typed. */
  onType?: (text: string) => void;
}

/** A single choice; an unknown value (a deleted project) is shown as is. */
function OneOf(props: OneOfProps) {
  const t = useT();
  const { value, choices, onType } = props;
  const known = value === undefined || choices.some((choice) => choice.value === value);
  return (
    <Select
      label={props.label}
      placeholder={t('changes.all')}
      data={known ? choices : [...choices, { value, label: value }]}
      value={value ?? null}
      onChange={(chosen) => props.onChange(chosen ?? undefined)}
      searchable
      clearable
      filter={onType && (({ options }) => options)}
      onSearchChange={onType && ((text) => onType(choices.some(({ label }) => label === text) ? '' : text))}
      nothingFoundMessage={t('common.noChoice')}
      clearButtonProps={{ 'aria-label': `${t('common.clear')}: ${props.label}` }}
    />
  );
}
