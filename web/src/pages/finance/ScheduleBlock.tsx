import { Text } from '@mantine/core';
import type { Schedule } from '../../api/types.gen';
import { none, useFormat, useT } from '../../i18n';
import { Section } from '../../ui/Section';
import classes from './finance.module.css';
import { daysText } from './summary';

const lengths = ['pd', 'at', 'es', 'sv_t', 'ieac_t'] as const;
const ratios = ['spi_t', 'tspi'] as const;
const days = ['start', 'planned_end', 'forecast_end'] as const;

export function ScheduleBlock({ schedule }: { schedule: Schedule | null }) {
  const t = useT();
  const format = useFormat();
  return (
    <Section title={t('finance.schedule')} text={t('finance.scheduleText')}>
      <Text>{useWords(schedule)}</Text>
      {schedule && (
        <dl className={classes.figures}>
          {lengths.map((field) => (
            <Figure key={field} field={field} value={numberOf(schedule[field], (value) => format.number(value, 2))} />
          ))}
          {ratios.map((field) => (
            <Figure key={field} field={field} value={numberOf(schedule[field], format.ratio)} />
          ))}
          {days.map((field) => {
            const day = schedule[field];
            return <Figure key={field} field={field} value={day === null ? none : format.date(day)} />;
          })}
        </dl>
      )}
    </Section>
  );
}

const numberOf = (value: number | null, show: (value: number) => string) => (value === null ? none : show(value));

function useWords(schedule: Schedule | null): string {
  const t = useT();
  const format = useFormat();
  if (schedule === null) return t('finance.scheduleNone');
  const { sv_t, es, at } = schedule;
  if (sv_t === null || es === null) return t('finance.scheduleEmpty');
  const told = { at: format.number(at), es: format.number(es, 2), days: daysText(t, sv_t, 2) };
  if (Math.abs(sv_t) < 0.005) return t('finance.scheduleOn', told);
  return t(sv_t < 0 ? 'finance.scheduleBehind' : 'finance.scheduleAhead', told);
}

type Field = (typeof lengths)[number] | (typeof ratios)[number] | (typeof days)[number];

function Figure({ field, value }: { field: Field; value: string }) {
  const t = useT();
  return (
    <div>
      <dt>{t(`finance.${field}`)}</dt>
      <dd>
        <span className="figures" data-schedule={field}>
          {value}
        </span>
        <small>{t(`finance.${field}_name`)}</small>
      </dd>
    </div>
  );
}
