// The background of the bars: weeks and months, milestones, today.

import { type CSSProperties, useMemo } from 'react';
import type { Milestone } from '../../api/types.gen';
import { dayNumber } from '../../days';
import { type Translate, useFormat, useLanguage, useT } from '../../i18n';
import { useRoadmap } from './context';
import { lanesOf, placeOf, type Tick, type TimeScale, ticksOf, type Unit, unitsOf } from './scale';
import classes from './timeline.module.css';
import { useMoveKeys } from './useMoveKeys';
import { useMove } from './useMoves';

/** The two rows of axis labels. */
function useTicks(scale: TimeScale): { upper: Tick[]; lower: Tick[] } {
  const t = useT();
  const { language } = useLanguage();
  return useMemo(() => {
    const { upper, lower } = unitsOf(scale);
    const label = (date: Date, unit: Unit) => nameOf(date, unit, upper === 'month', language, t);
    return { upper: ticksOf(scale, upper, label), lower: upper === lower ? [] : ticksOf(scale, lower, label) };
  }, [scale, language, t]);
}

function nameOf(date: Date, unit: Unit, long: boolean, language: string, t: Translate): string {
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
  const form = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(date);
  switch (unit) {
    case 'week':
      return form({ day: 'numeric' });
    case 'month':
      return long ? form({ month: 'long', year: 'numeric' }) : form({ month: 'short' });
    case 'quarter':
      return t('roadmap.quarter', { quarter: Math.floor(date.getUTCMonth() / 3) + 1 });
    case 'year':
      return form({ year: 'numeric' });
  }
}

const laneHeight = 26;
const mostLanes = 4;

/** The sticky header of the timeline. */
export function Axis({ scale }: { scale: TimeScale }) {
  const t = useT();
  const { plan } = useRoadmap();
  const { upper, lower } = useTicks(scale);
  const marks = plan.milestones.map((milestone) => ({
    milestone,
    x: placeOf(scale, dayNumber(milestone.date) + 0.5),
    width: 30 + milestone.name.length * 7,
  }));
  const lanes = lanesOf(marks.map(({ x, width }) => ({ x: flips(x, width, scale) ? x - width : x, width })));
  const count = Math.min(mostLanes, Math.max(0, ...lanes.map((lane) => lane + 1)));
  const today = placeOf(scale, dayNumber(plan.today) + 0.5);
  return (
    <div className={classes.head}>
      <div className={classes.corner}>{t('roadmap.cornerNames')}</div>
      <div className={classes.axis} style={{ width: scale.width }}>
        <Line ticks={upper} least={56} />
        <Line ticks={lower} least={16} minor />
        <div className={classes.todayTag} style={{ left: today }}>
          {t('charts.today')}
        </div>
        <EndTag scale={scale} today={today} />
        {count > 0 && (
          <ul className={classes.lanes} style={{ height: count * laneHeight }} aria-label={t('roadmap.milestones')}>
            {marks.map(({ milestone, x, width }, index) => (
              <Mark
                key={milestone.uuid}
                milestone={milestone}
                x={x}
                perDay={scale.perDay}
                flipped={flips(x, width, scale)}
                lane={Math.min(lanes[index] ?? 0, mostLanes - 1)}
              />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The x-coordinate of the expected end of the roadmap, after its last day; null while the end is unknown or past. */
function useEnd(scale: TimeScale): number | null {
  const { plan } = useRoadmap();
  const end = plan.schedule.forecast_finish;
  return end === null || end <= plan.today ? null : placeOf(scale, dayNumber(end) + 1);
}

/** The expected end as a date on the axis, beside the line; it makes room for today's tag. */
function EndTag({ scale, today }: { scale: TimeScale; today: number }) {
  const t = useT();
  const format = useFormat();
  const { plan } = useRoadmap();
  const end = useEnd(scale);
  if (end === null || plan.schedule.forecast_finish === null) return null;
  const room = 120;
  const flipped = end + room > scale.width && end - room > today;
  return (
    <div className={classes.endTag} data-flipped={flipped || undefined} style={{ left: Math.max(end, today + 30) }}>
      {t('roadmap.endOn', { date: format.day(plan.schedule.forecast_finish) })}
    </div>
  );
}

/** Whether a label is placed to the left of its mark for lack of room on the right. */
const flips = (x: number, width: number, scale: TimeScale) => x + width > scale.width && x > width;

function Line(props: { ticks: Tick[]; least: number; minor?: boolean }) {
  return (
    <div className={props.minor ? classes.minor : classes.major} aria-hidden="true">
      {props.ticks.map((tick) => (
        <span key={tick.day} style={{ left: tick.x, width: tick.width }}>
          {tick.width >= props.least && <b>{tick.label}</b>}
        </span>
      ))}
    </div>
  );
}

/** A milestone; whoever may manage the project can drag it, move it by keyboard and open it. */
function Mark(props: { milestone: Milestone; x: number; lane: number; perDay: number; flipped: boolean }) {
  const t = useT();
  const format = useFormat();
  const { may, ask } = useRoadmap();
  const { milestone } = props;
  const { drag, dragged, trial } = useMove();
  const what = { kind: 'milestone', uuid: milestone.uuid } as const;
  const onKeyDown = useMoveKeys(() => what);
  const open = () => !dragged() && ask({ kind: 'milestone', milestone });
  const text = t('roadmap.milestoneOn', { name: milestone.name, date: format.date(milestone.date) });
  const style = { left: props.x, top: props.lane * laneHeight, '--colour': milestone.color } as CSSProperties;
  const inside = (
    <>
      <svg width={14} height={14} viewBox="0 0 14 14" aria-hidden="true">
        <path d="M7 0.5L13.5 7L7 13.5L0.5 7Z" />
      </svg>
      <span>{milestone.name}</span>
    </>
  );
  return (
    <li
      className={classes.mark}
      data-flipped={props.flipped || undefined}
      data-tried={(trial?.kind === 'milestone' && trial.milestone.uuid === milestone.uuid) || undefined}
      style={style}
    >
      {may.manage ? (
        <button
          type="button"
          title={text}
          aria-label={text}
          onPointerDown={(event) => drag(event, what, props.perDay)}
          onKeyDown={onKeyDown}
          onClick={open}
        >
          {inside}
        </button>
      ) : (
        <span className={classes.still} title={text} role="img" aria-label={text}>
          {inside}
        </span>
      )}
    </li>
  );
}

/** Grid lines for weeks and months, milestones and today. */
export function Grid({ scale, height }: { scale: TimeScale; height: number }) {
  const { plan } = useRoadmap();
  const { upper, lower } = useTicks(scale);
  const today = placeOf(scale, dayNumber(plan.today) + 0.5);
  const end = useEnd(scale);
  return (
    <svg className={classes.grid} width={scale.width} height={height} aria-hidden="true">
      {lower.map((tick) => (
        <line key={tick.day} x1={tick.x} x2={tick.x} y1={0} y2={height} className={classes.minorLine} />
      ))}
      {upper.map((tick) => (
        <line key={tick.day} x1={tick.x} x2={tick.x} y1={0} y2={height} className={classes.majorLine} />
      ))}
      {plan.milestones.map(({ uuid, date, color }) => {
        const x = placeOf(scale, dayNumber(date) + 0.5);
        return <line key={uuid} x1={x} x2={x} y1={0} y2={height} className={classes.markLine} stroke={color} />;
      })}
      <line x1={today} x2={today} y1={0} y2={height} className={classes.todayLine} />
      {end !== null && <line x1={end} x2={end} y1={0} y2={height} className={classes.endLine} />}
    </svg>
  );
}
