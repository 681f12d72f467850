import { UnstyledButton } from '@mantine/core';
import type { Week } from '../../api/types.gen';
import { useT } from '../../i18n';
import classes from './time.module.css';
import { useDayNames } from './useDayNames';

/** Chooses the day to show on narrow screens. */
export function DayStrip(props: { week: Week; day: string; onDay: (day: string) => void }) {
  const t = useT();
  const names = useDayNames();
  const { week } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset comes with a legend and a border
    <div className={classes.strip} role="group" aria-label={t('time.day')}>
      {week.days.map((day, index) => {
        const minutes = week.totals[index] ?? 0;
        return (
          <UnstyledButton
            key={day}
            className={classes.stripDay}
            aria-pressed={day === props.day}
            data-today={day === week.today || undefined}
            onClick={() => props.onDay(day)}
          >
            <span>{names.weekday(day)} </span>
            <strong>{names.number(day)} </strong>
            <span className={classes.stripSum}>{minutes === 0 ? '–' : shortSum(minutes)}</span>
          </UnstyledButton>
        );
      })}
    </div>
  );
}

/** A compact duration: 7:30. */
const shortSum = (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
