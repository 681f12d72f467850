import { NumberInput, SegmentedControl, Slider, Text } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import type { Question } from '../../api/whatif';
import { useFormat, useT } from '../../i18n';
import { DayField } from '../../ui/DayField';
import classes from './forecast.module.css';

interface Props {
  question: Question;
  plannedEnd: string | null;
  today: string;
  onChange: (change: Question) => void;
}

/** Moves everything planned after today, by a number of days or so that the plan ends on a given day. */
export function DatesField({ question, plannedEnd, today, onChange }: Props) {
  const t = useT();
  const format = useFormat();
  const id = useId();
  const name = t('forecast.dates');
  const [mode, setMode] = useState<'shift' | 'finish'>(question.finish === undefined ? 'shift' : 'finish');
  useEffect(() => {
    if (question.finish !== undefined) setMode('finish');
  }, [question.finish]);
  const turn = (next: 'shift' | 'finish') => {
    setMode(next);
    onChange({ shift: undefined, finish: undefined });
  };
  return (
    <fieldset className={classes.control} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <Text id={id} fw={600}>
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {t('forecast.datesText')}{' '}
            {plannedEnd === null ? '' : `(${t('forecast.row_planned_end').toLowerCase()} ${format.date(plannedEnd)})`}
          </Text>
        </div>
        <SegmentedControl
          size="xs"
          aria-label={t('forecast.by', { name })}
          value={mode}
          data={[
            { value: 'shift', label: t('forecast.mode_shift') },
            { value: 'finish', label: t('forecast.mode_finish') },
          ]}
          onChange={(next) => turn(next as 'shift' | 'finish')}
        />
      </div>
      {mode === 'shift' ? (
        <Shift name={name} shift={Number(question.shift ?? 0) || 0} onChange={onChange} />
      ) : (
        <Finish name={name} finish={question.finish} today={today} onChange={onChange} />
      )}
    </fieldset>
  );
}

function Shift(props: { name: string; shift: number; onChange: (change: Question) => void }) {
  const t = useT();
  const format = useFormat();
  const [days, setDays] = useState(props.shift);
  useEffect(() => setDays(props.shift), [props.shift]);
  const set = (value: number) => {
    setDays(value);
    props.onChange({ shift: value === 0 ? undefined : String(Math.trunc(value)), finish: undefined });
  };
  return (
    <div className={classes.amount}>
      <Slider
        min={-90}
        max={180}
        value={Math.min(180, Math.max(-90, days))}
        label={(value) => `${value > 0 ? '+' : ''}${format.number(value)}`}
        thumbLabel={t('forecast.slider', { name: props.name })}
        startPointValue={0}
        onChange={set}
      />
      <NumberInput
        w={110}
        aria-label={t('forecast.amount', { name: props.name })}
        value={days}
        allowDecimal={false}
        clampBehavior="none"
        onChange={(value) => typeof value === 'number' && set(value)}
      />
    </div>
  );
}

function Finish(props: { name: string; finish?: string; today: string; onChange: (change: Question) => void }) {
  const t = useT();
  const set = (finish?: string) => props.onChange({ finish, shift: undefined });
  return (
    <DayField
      w={180}
      aria-label={t('forecast.amount', { name: props.name })}
      value={props.finish}
      min={props.today}
      onDay={set}
      onNone={set}
    />
  );
}
