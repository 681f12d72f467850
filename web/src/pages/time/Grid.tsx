import { IconAlertTriangle } from '@tabler/icons-react';
import type { Week, WeekRow } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { workDay } from '../../ui/duration';
import { ScrollBox } from '../../ui/ScrollBox';
import type { Place } from './Entries';
import { GridRow } from './GridRow';
import classes from './grid.module.css';
import { useDayNames } from './useDayNames';
import type { WeekChanges } from './useWeekChanges';
import { fullDay, weekSum } from './week';

export interface GridProps {
  week: Week;
  rows: readonly WeekRow[];
  changes: WeekChanges;
  /** The day that narrow screens show. */
  chosen: number;
  onOpen: (place: Place) => void;
}

/** A week: a row per ticket, a column per day, and totals. */
export function Grid(props: GridProps) {
  const t = useT();
  const { week, rows } = props;
  return (
    <ScrollBox className={classes.frame} label={t('time.grid')}>
      <table className={classes.grid}>
        <Head week={week} chosen={props.chosen} />
        <tbody>
          {rows.map((row, index) => (
            <GridRow key={row.ticket.uuid} {...props} row={row} index={index} />
          ))}
          {weekSum({ totals: week.elsewhere }) > 0 && <LeftProjects week={week} chosen={props.chosen} />}
        </tbody>
        <Sums week={week} chosen={props.chosen} />
      </table>
    </ScrollBox>
  );
}

interface Part {
  week: Week;
  chosen: number;
}

function Head({ week, chosen }: Part) {
  const t = useT();
  const names = useDayNames();
  return (
    <thead>
      <tr>
        <th scope="col" className={classes.corner}>
          {t('time.ticket')}
        </th>
        {week.days.map((day, index) => (
          <th
            key={day}
            scope="col"
            className={classes.day}
            data-day={index === chosen ? 'chosen' : 'other'}
            data-today={day === week.today || undefined}
            data-weekend={index > 4 || undefined}
            aria-current={day === week.today ? 'date' : undefined}
          >
            {names.weekday(day)} <strong>{names.number(day)}</strong>
          </th>
        ))}
        <th scope="col" className={classes.sum}>
          {t('time.total')}
        </th>
      </tr>
    </thead>
  );
}

/** The user's time in projects they have left, which counts but is shown without details. */
function LeftProjects({ week, chosen }: Part) {
  const t = useT();
  const format = useFormat();
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.ticket}>
        <span className={classes.quiet}>{t('time.elsewhere')}</span>
      </th>
      {week.days.map((day, index) => (
        <td key={day} data-day={index === chosen ? 'chosen' : 'other'}>
          <span className={classes.fixed}>
            {week.elsewhere[index] ? format.minutes(week.elsewhere[index] ?? 0) : ''}
          </span>
        </td>
      ))}
      <td className={classes.sum}>{format.minutes(weekSum({ totals: week.elsewhere }))}</td>
    </tr>
  );
}

function Sums({ week, chosen }: Part) {
  const t = useT();
  const format = useFormat();
  const all = weekSum(week);
  return (
    <tfoot>
      <tr>
        <th scope="row" className={classes.corner}>
          {t('time.total')}
        </th>
        {week.days.map((day, index) => {
          const minutes = week.totals[index] ?? 0;
          return (
            <td key={day} data-day={index === chosen ? 'chosen' : 'other'} data-today={day === week.today || undefined}>
              <span className={classes.daySum}>
                {minutes > fullDay && (
                  <IconAlertTriangle size={14} role="img" aria-label={t('time.tooMuch')} className={classes.warn} />
                )}
                {minutes === 0 ? '–' : format.minutes(minutes)}
              </span>
              <span className={classes.bar} aria-hidden="true">
                <span style={{ width: `${Math.min(100, (minutes / workDay) * 100)}%` }} />
              </span>
            </td>
          );
        })}
        <td className={classes.sum}>
          <strong>{format.minutes(all)}</strong>
        </td>
      </tr>
    </tfoot>
  );
}
