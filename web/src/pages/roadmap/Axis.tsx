// The background of the bars: weeks and months, milestones, today.

import { type CSSProperties, useMemo } from 'react';
import type { Milestone } from '../../api/types.gen';
import { dayNumber } from '../../days';
import { type Translate, useFormat, useLanguage, useT } from '../../i18n';
import { useRoadmap } from './context';
import { endTagAt, lanesOf, placeOf, sideOf, type Tick, type TimeScale, ticksOf, type Unit, unitsOf } from './scale';
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
/** The height of the line with the tags of today and of the end. */
const tagHeight = 20;
const mostLanes = 4;

/** The sticky header of the timeline. */
export function Axis({ scale }: { scale: TimeScale }) {
  const t = useT();
  const { plan } = useRoadmap();
  const { upper, lower } = useTicks(scale);
  const marks = plan.milestones.map((milestone) => {
    const x = placeOf(scale, dayNumber(milestone.date) + 0.5);
    const width = 30 + milestone.name.length * 7;
    return { milestone, x, width, ...sideOf(scale, x, width) };
  });
  const lanes = lanesOf(marks.map(({ x, width, flipped }) => ({ x: flipped ? x - width : x, width })));
  const count = Math.min(mostLanes, Math.max(0, ...lanes.map((lane) => lane + 1)));
  const today = placeOf(scale, dayNumber(plan.today) + 0.5);
  const end = useEndTag(scale, today);
  return (
    <div className={classes.head}>
      <div className={classes.corner}>{t('roadmap.cornerNames')}</div>
      <div
        className={classes.axis}
        style={{ width: scale.width, paddingBottom: 2 + tagHeight * (end?.raised ? 2 : 1) }}
      >
        <Line ticks={upper} least={56} />
        <Line ticks={lower} least={16} minor />
        <div className={classes.todayTag} style={{ left: today }}>
          {t('charts.today')}
        </div>
        {end !== null && (
          <div
            className={classes.endTag}
            style={{ left: end.left, right: end.right, bottom: 2 + (end.raised ? tagHeight : 0) }}
          >
            {end.text}
          </div>
        )}
        {count > 0 && (
          <ul className={classes.lanes} style={{ height: count * laneHeight }} aria-label={t('roadmap.milestones')}>
            {marks.map(({ milestone, x, room, flipped }, index) => (
              <Mark
                key={milestone.uuid}
                milestone={milestone}
                x={x}
                perDay={scale.perDay}
                room={room}
                flipped={flipped}
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

/** The expected end as a date on the axis, and its place beside the line; null while there is none. */
function useEndTag(scale: TimeScale, today: number) {
  const t = useT();
  const format = useFormat();
  const { plan } = useRoadmap();
  const end = useEnd(scale);
  if (end === null || plan.schedule.forecast_finish === null) return null;
  const text = t('roadmap.endOn', { date: format.day(plan.schedule.forecast_finish) });
  return { text, ...endTagAt(scale, end, today, 16 + text.length * 7) };
}

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
function Mark(props: {
  milestone: Milestone;
  x: number;
  lane: number;
  perDay: number;
  room: number;
  flipped: boolean;
}) {
  const t = useT();
  const format = useFormat();
  const { may, ask } = useRoadmap();
  const { milestone } = props;
  const { drag, dragged, trial } = useMove();
  const what = { kind: 'milestone', uuid: milestone.uuid } as const;
  const onKeyDown = useMoveKeys(() => what);
  const open = () => !dragged() && ask({ kind: 'milestone', milestone });
  const text = t('roadmap.milestoneOn', { name: milestone.name, date: format.date(milestone.date) });
  const place = { left: props.x, top: props.lane * laneHeight, maxWidth: props.room + 9 };
  const style = { ...place, '--colour': milestone.color } as CSSProperties;
  const inside = (
    <>
      <svg width={14} height={14} viewBox="0 0 14 14" aria-hidden="true">
        <path d="M7 0.5L13.5 7L7 13.5L0.5 7Z" />
      </svg>
      <span className={classes.markName}>{milestone.name}</span>
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
