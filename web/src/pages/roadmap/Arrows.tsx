import type { KeyboardEvent } from 'react';
import type { RoadLink } from '../../api/types.gen';
import { useT } from '../../i18n';
import { arrowPath, clampToView, headPath, nodeLocator, type RowPosition, type Spot } from './arrows';
import { barOf, focusBar } from './Bar';
import { useRoadmap } from './context';
import type { ResolvedLink, Row } from './plan';
import type { TimeScale } from './scale';
import classes from './timeline.module.css';
import { rowHeight, type VisibleRows } from './useVisibleRows';

interface Props {
  rows: readonly Row[];
  scale: TimeScale;
  seen: VisibleRows;
  picked: RoadLink | null;
  onPick: (link: RoadLink | null) => void;
}

/** Links between bars. Each can be focused; Delete removes it. */
export function Arrows(props: Props) {
  const t = useT();
  const { resolvedLinks, nodes } = useRoadmap();
  const find = nodeLocator(props.rows, nodes);
  const drawn = resolvedLinks.flatMap((joint) => {
    const [from, to] = [find(joint.pred.uuid), find(joint.succ.uuid)];
    if (from === undefined || to === undefined || from.index === to.index) return [];
    const hidden =
      Math.max(from.index, to.index) < props.seen.first || Math.min(from.index, to.index) >= props.seen.end;
    const [leaves, enters] = joint.link.type;
    return hidden
      ? []
      : [
          {
            joint,
            from: (leaves === 'S' ? startOf : endOf)(props.scale, from),
            to: (enters === 'F' ? endOf : startOf)(props.scale, to),
          },
        ];
  });
  const top = props.seen.first * rowHeight; // only as tall as the visible part, because a taller SVG is slow to draw
  const height = (props.seen.end - props.seen.first) * rowHeight;
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no other element for a group
    <svg className={classes.arrows} style={{ top, height }} role="group" aria-label={t('roadmap.links')}>
      <g transform={`translate(0 ${-top})`}>
        {drawn.map(({ joint, from, to }) => (
          <Arrow
            key={joint.link.uuid}
            {...props}
            joint={joint}
            from={clampToView(from, top, height, rowHeight)}
            to={clampToView(to, top, height, rowHeight)}
          />
        ))}
      </g>
    </svg>
  );
}

const middle = (index: number) => index * rowHeight + rowHeight / 2;

function endOf(scale: TimeScale, { index, node }: RowPosition): Spot {
  const { left, width } = barOf(scale, node);
  return { x: left + width, y: middle(index) };
}

const startOf = (scale: TimeScale, { index, node }: RowPosition): Spot => ({
  x: barOf(scale, node).left,
  y: middle(index),
});

function Arrow({ joint, from, to, picked, onPick, scale }: Props & { joint: ResolvedLink; from: Spot; to: Spot }) {
  const t = useT();
  const { may, unlink } = useRoadmap();
  const { link, pred, succ } = joint;
  const state = joint.critical ? 'roadmap.linkCritical' : 'roadmap.linkOf';
  const label = t(state, { pred: pred.title, succ: succ.title });
  const pushed = joint.pushes > 0 ? `, ${t('roadmap.pushedBy', { count: joint.pushes })}` : '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') onPick(link);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && may.manage) {
      unlink(link);
      focusBar(succ.uuid);
    } else return;
    event.preventDefault();
  };
  const path = arrowPath(from, to, rowHeight, link.type);
  const toFinish = link.type[1] === 'F';
  const days = t('roadmap.plusDays', { count: joint.pushes });
  const room = 8 + days.length * 6.5;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: an SVG shape cannot be a button */}
      <g
        role="button"
        tabIndex={0}
        className={classes.arrow}
        data-link={link.uuid}
        data-critical={joint.critical || undefined}
        data-pushes={joint.pushes > 0 || undefined}
        data-picked={picked?.uuid === link.uuid || undefined}
        aria-label={label + pushed}
        onClick={() => onPick(link)}
        onKeyDown={onKeyDown}
      >
        <path d={path} className={classes.hit} />
        <path d={path} className={classes.line} />
        <path d={headPath(to, link.type)} className={classes.tip} />
      </g>
      {/* It is not inside the link, whose name says the same in other words. */}
      {joint.pushes > 0 && (
        <text
          x={toFinish ? Math.min(to.x + 10, scale.width - room) : Math.max(to.x - 10, room)}
          y={to.y - 6}
          textAnchor={toFinish ? 'start' : 'end'}
          className={classes.push}
        >
          {days}
        </text>
      )}
    </>
  );
}
