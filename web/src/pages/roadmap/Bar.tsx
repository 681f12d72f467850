import { IconBolt } from '@tabler/icons-react';
import { memo, type PointerEvent } from 'react';
import { dayNumber } from '../../days';
import { useFormat, useT } from '../../i18n';
import type { Spot } from './arrows';
import { useRoadmap } from './context';
import { isMovable, withDates } from './move';
import { useCards } from './NodeCards';
import { type BarEnd, type DatedNode, partsOf, plannedOf, type Span, share } from './plan';
import { placeOf, type TimeScale } from './scale';
import classes from './timeline.module.css';
import { useDrag } from './useLinkDrag';
import { useMoveKeys } from './useMoveKeys';
import { useMove } from './useMoves';
import { useSlackText } from './useSlackText';
import { rowHeight } from './useVisibleRows';

interface Props {
  node: DatedNode;
  scale: TimeScale;
  /** The top of its row. */
  top: number;
}

/** The left edge and width of a bar. */
function placed(scale: TimeScale, { from, to }: Span): { left: number; width: number } {
  const left = placeOf(scale, dayNumber(from));
  return { left, width: Math.max(6, placeOf(scale, dayNumber(to) + 1) - left) };
}

export const barOf = (scale: TimeScale, node: DatedNode) => placed(scale, node.span);

/** Moves the focus to a bar, from a link to it that is removed. */
export const focusBar = (uuid: string) =>
  document.querySelector<HTMLElement>(`[data-kind][data-node="${uuid}"] > button`)?.focus({ preventScroll: true });

/**
 * A node on the timeline: its plan as a thin strip, below it what happened and is expected, filled up to its progress but not
 * beyond today, with a tail for its slack. While a move is tried, an outline shows where the bar was.
 */
export const Bar = memo(function Bar({ node, scale, top }: Props) {
  const { may, cycle } = useRoadmap();
  const drag = useDrag();
  const { preview } = useMove();
  const { left, width } = barOf(scale, node);
  const was = preview.shifts.get(node.uuid)?.from ?? null;
  const slack = slackDays(node) * scale.perDay;
  const room = scale.width - left - width;
  const middle = top + rowHeight / 2;
  return (
    <>
      <Plan node={node} scale={scale} />
      {was !== null && <span className={classes.was} style={placed(scale, was)} />}
      <div
        className={classes.bar}
        style={{ left, width }}
        data-unknown={node.finish === null || undefined}
        data-node={node.uuid}
        data-kind={node.kind}
        data-critical={node.critical || undefined}
        data-cycle={cycle.has(node.uuid) || undefined}
        data-over={drag.over?.uuid === node.uuid ? drag.over.end : undefined}
      >
        <Body node={node} scale={scale} />
        {slack >= 2 && (
          <span
            className={classes.slack}
            data-cut={slack > room || undefined}
            style={{ width: Math.max(0, Math.min(slack, room)) }}
          />
        )}
        {may.manage && node.kind === 'epic' && <Handle node={node} end="S" from={{ x: left, y: middle }} />}
        {may.manage && <Handle node={node} end="F" from={{ x: left + width, y: middle }} />}
      </div>
    </>
  );
});

/** The plan of a node, or what is tried; its ends can be dragged. */
function Plan({ node, scale }: { node: DatedNode; scale: TimeScale }) {
  const { may } = useRoadmap();
  const { trial } = useMove();
  const tried = trial?.kind === 'epic' && trial.node.uuid === node.uuid ? trial.dates : null;
  const plan = plannedOf(tried === null ? node : withDates(node, tried));
  if (plan === null) return null;
  return (
    <span
      className={classes.plan}
      data-kind={node.kind}
      data-tried={tried !== null || undefined}
      style={placed(scale, plan)}
    >
      {may.write && isMovable(node) && (
        <>
          <Grip node={node} grip="start" perDay={scale.perDay} />
          <Grip node={node} grip="target" perDay={scale.perDay} />
        </>
      )}
    </span>
  );
}

/** An end of the plan, for the mouse; the keyboard moves it from the bar. */
function Grip({ node, grip, perDay }: { node: DatedNode; grip: 'start' | 'target'; perDay: number }) {
  const { drag } = useMove();
  return (
    <span
      aria-hidden="true"
      className={classes.grip}
      data-grip={grip}
      onPointerDown={(event) => drag(event, { kind: 'epic', uuid: node.uuid, grip }, perDay)}
    />
  );
}

/** The calendar days between the expected finish and the latest one that delays nothing. */
function slackDays({ kind, finish, late_finish, total_slack }: DatedNode): number {
  if (kind !== 'epic' || finish === null || late_finish === null || !total_slack) return 0;
  return Math.max(0, dayNumber(late_finish) - dayNumber(finish));
}

function Body({ node, scale }: { node: DatedNode; scale: TimeScale }) {
  const t = useT();
  const format = useFormat();
  const label = useLabel(node);
  const show = useCards();
  const { dragged } = useMove();
  const moving = useBarMoves(node, scale.perDay);
  const { plan } = useRoadmap();
  const done = share(node);
  const { left } = barOf(scale, node);
  const parts = partsOf(node, plan.today).map((span) => placed(scale, span));
  const most = Math.max(...parts.map(({ width }) => width));
  const filled = (done ?? 0) * parts.reduce((sum, { width }) => sum + width, 0);
  const past = Math.max(0, placeOf(scale, dayNumber(plan.today) + 0.5) - left);
  return (
    <button
      type="button"
      className={classes.barBody}
      data-parts={parts.length}
      aria-label={label}
      aria-haspopup="dialog"
      title={moving ? t('roadmap.howToMove') : undefined}
      {...moving}
      onClick={(event) => !dragged() && show(node, event.currentTarget)}
    >
      {parts.map((part) => (
        <span key={part.left} className={classes.part} style={{ left: part.left - left, width: part.width }}>
          {part.left === left && (
            <span className={classes.fill} style={{ width: node.state === 'done' ? filled : Math.min(filled, past) }} />
          )}
          {node.kind === 'epic' && part.width === most && part.width >= 52 && done !== null && (
            <span className={classes.barText}>
              {node.critical && <IconBolt size={12} aria-hidden />}
              {format.percent(done)}
            </span>
          )}
        </span>
      ))}
    </button>
  );
}

function useLabel(node: DatedNode): string {
  const t = useT();
  const format = useFormat();
  const slackText = useSlackText();
  const done = share(node);
  return t(node.finish === null ? 'roadmap.barLabelOpen' : 'roadmap.barLabel', {
    title: node.title,
    start: format.date(node.span.from),
    end: format.date(node.span.to),
    done: done === null ? t('roadmap.noTickets') : t('roadmap.shareDone', { share: format.percent(done) }),
    slack: slackText(node),
  });
}

/** The handlers that move a bar; undefined if it cannot be moved. */
function useBarMoves(node: DatedNode, perDay: number) {
  const { may } = useRoadmap();
  const { drag } = useMove();
  const onKeyDown = useMoveKeys((grip) => ({ kind: 'epic', uuid: node.uuid, grip }));
  if (!may.write || !isMovable(node)) return undefined;
  return {
    onKeyDown,
    onPointerDown: (event: PointerEvent<HTMLElement>) =>
      drag(event, { kind: 'epic', uuid: node.uuid, grip: 'bar' }, perDay),
  };
}

/**
 * A handle at an end of a bar that starts a link: drag it to another bar, or press it to choose one. The keyboard reaches
 * only the one at the finish, because the dialog that it opens has all types.
 */
function Handle({ node, end, from }: { node: DatedNode; end: BarEnd; from: Spot }) {
  const t = useT();
  const drag = useDrag();
  const label = end === 'F' ? 'roadmap.handleOf' : 'roadmap.startHandleOf';
  return (
    <button
      type="button"
      className={classes.handle}
      data-end={end}
      tabIndex={end === 'F' ? undefined : -1}
      aria-label={t(label, { title: node.title })}
      title={t('roadmap.handleHint')}
      onPointerDown={(event) => drag.begin(event, node.uuid, end, from)}
      onClick={() => drag.press(node.uuid)}
    />
  );
}
