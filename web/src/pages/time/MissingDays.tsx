import { Button } from '@mantine/core';
import { IconCalendarQuestion } from '@tabler/icons-react';
import type { Week } from '../../api/types.gen';
import { useT } from '../../i18n';
import classes from './time.module.css';
import { useDayNames } from './useDayNames';

/** Working days without logged time; each leads to the quick entry. */
export function MissingDays(props: { week: Week; onDay: (day: string) => void }) {
  const t = useT();
  const names = useDayNames();
  const { missing, today } = props.week;
  if (missing.length === 0) return null;
  return (
    <section className={classes.missing} aria-label={t('time.missing')}>
      <IconCalendarQuestion size={18} aria-hidden />
      <span>{t('time.missing')}</span>
      {missing.map((day) => (
        <Button
          key={day}
          size="compact-sm"
          variant="light"
          color="amber"
          className={classes.missingDay}
          onClick={() => props.onDay(day)}
        >
          {day === today ? t('time.todayIs', { day: names.short(day) }) : names.short(day)}
        </Button>
      ))}
    </section>
  );
}
