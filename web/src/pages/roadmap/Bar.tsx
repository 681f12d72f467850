import { IconBolt } from '@tabler/icons-react';
import { memo } from 'react';
import { dayNumber } from '../../days';
import { useFormat, useT } from '../../i18n';
import { useRoadmap } from './context';
import { useCards } from './NodeCards';
import { type DatedNode, plannedOf, type Span, share } from './plan';
import { placeOf, type TimeScale } from './scale';
import classes from './timeline.module.css';
import { useDrag } from './useLinkDrag';
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

/**
 * A node on the timeline: its plan as a thin strip, below it what happened and is expected, filled up to its progress, with a tail for
 * its slack.
 */
export const Bar = memo(function Bar({ node, scale, top }: Props) {
  const { may, cycle } = useRoadmap();
  const drag = useDrag();
  const { left, width } = barOf(scale, node);
  const plan = plannedOf(node);
  const slack = slackDays(node) * scale.perDay;
  const room = scale.width - left - width;
  const bar = (
    <div
      className={classes.bar}
      style={{ left, width }}
      data-unknown={node.finish === null || undefined}
      data-node={node.uuid}
      data-kind={node.kind}
      data-critical={node.critical || undefined}
      data-cycle={cycle.has(node.uuid) || undefined}
      data-over={drag.over === node.uuid || undefined}
    >
      <Body node={node} width={width} />
      {slack >= 2 && (
        <span
          className={classes.slack}
          data-cut={slack > room || undefined}
          style={{ width: Math.max(0, Math.min(slack, room)) }}
        />
      )}
      {may.manage && <Handle node={node} from={{ x: left + width, y: top + rowHeight / 2 }} />}
    </div>
  );
  return (
    <>
      {plan !== null && <span className={classes.plan} data-kind={node.kind} style={placed(scale, plan)} />}
      {bar}
    </>
  );
});

/** The calendar days between the expected finish and the latest one that delays nothing. */
function slackDays({ kind, finish, late_finish, total_slack }: DatedNode): number {
  if (kind !== 'epic' || finish === null || late_finish === null || !total_slack) return 0;
  return Math.max(0, dayNumber(late_finish) - dayNumber(finish));
}

function Body({ node, width }: { node: DatedNode; width: number }) {
  const t = useT();
  const format = useFormat();
  const slackText = useSlackText();
  const show = useCards();
  const done = share(node);
  const label = t('roadmap.barLabel', {
    title: node.title,
    start: format.date(node.span.from),
    end: node.finish === null ? t('roadmap.unknownEnd') : format.date(node.span.to),
    done: done === null ? t('roadmap.noTickets') : t('roadmap.shareDone', { share: format.percent(done) }),
    slack: slackText(node),
  });
  return (
    <button
      type="button"
      className={classes.barBody}
      aria-label={label}
      aria-haspopup="dialog"
      onClick={(event) => show(node, event.currentTarget)}
    >
      <span className={classes.fill} style={{ width: `${(done ?? 0) * 100}%` }} />
      {node.kind === 'epic' && width >= 52 && done !== null && (
        <span className={classes.barText}>
          {node.critical && <IconBolt size={12} aria-hidden />}
          {format.percent(done)}
        </span>
      )}
    </button>
  );
}

/** The handle that starts a link: drag it to another bar, or press it to choose one. */
function Handle({ node, from }: { node: DatedNode; from: { x: number; y: number } }) {
  const t = useT();
  const drag = useDrag();
  return (
    <button
      type="button"
      className={classes.handle}
      aria-label={t('roadmap.handleOf', { title: node.title })}
      title={t('roadmap.handleHint')}
      onPointerDown={(event) => drag.begin(event, node.uuid, from)}
      onClick={() => drag.press(node.uuid)}
    />
  );
}
