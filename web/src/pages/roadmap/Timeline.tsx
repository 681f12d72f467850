import { Text } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { type CSSProperties, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RoadLink, Roadmap } from '../../api/types.gen';
import { dayNumber } from '../../days';
import { useT } from '../../i18n';
import { Arrows } from './Arrows';
import { Axis, Grid } from './Axis';
import { asSaved, type OpenDialog, RoadmapProvider, useRoadmap } from './context';
import { Legend } from './Legend';
import { MovePanel } from './MovePanel';
import { NodeCards } from './NodeCards';
import { nodesOf, plannedOf, resolveLinks, rowsOf, spanOf, withBars } from './plan';
import { RowView } from './RowView';
import { SelectedLink } from './SelectedLink';
import { placeOf, scaleOf, type TimeScale, type Zoom } from './scale';
import classes from './timeline.module.css';
import { DragLine, LinkDragProvider, useLinkDrag } from './useLinkDrag';
import { MovesProvider, useMove, useMoves } from './useMoves';
import { rowHeight, useVisibleRows } from './useVisibleRows';

/** Nodes with dates, links, milestones and today; while a move is tried, as they would be. */
export function Timeline() {
  const ctx = useRoadmap();
  const moves = useMoves();
  const { plan } = moves.preview;
  const tried = useMemo(() => ({ plan, nodes: nodesOf(plan), resolvedLinks: resolveLinks(plan) }), [plan]);
  const ask = (asked: OpenDialog) => {
    if (moves.trial !== null) moves.discard();
    ctx.ask(asSaved(ctx, asked));
  };
  return (
    <MovesProvider value={moves}>
      <RoadmapProvider value={{ ...ctx, ...tried, ask }}>
        <Chart />
        <MovePanel />
      </RoadmapProvider>
    </MovesProvider>
  );
}

/** The least width of the bars in pixels, so that dates and names can be read on a phone, where they are scrolled. */
const narrowest = 440;

function Chart() {
  const t = useT();
  const { plan } = useRoadmap();
  const { saved, onAxis } = useMove();
  const { zoom = 'fit' } = useSearch({ from: '/app/projects/$project/roadmap' });
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [picked, setPicked] = useState<RoadLink | null>(null);
  const size = useElementSize();
  const frame = useRef<HTMLElement>(null);
  const both = useMergedRef(size.ref, frame);
  const order = useMemo(() => rowsOf(saved, folded), [saved, folded]);
  const rows = useMemo(() => (plan === saved ? order : withBars(order, plan)), [order, plan, saved]);
  const names = size.width < 720 ? 136 : 272;
  const scale = useMemo(() => {
    const days = [...daysOf(saved), ...daysOf(onAxis)].map(dayNumber);
    return scaleOf(days, zoom, Math.max(narrowest, size.width - names));
  }, [saved, onAxis, zoom, size.width, names]);
  const seen = useVisibleRows(frame, rows.length);
  useTodayInView(frame, scale, zoom, plan.today, size.width > 0);
  const canvas = useRef<HTMLDivElement>(null);
  const { drag, pull } = useLinkDrag(canvas, frame);
  const fold = useCallback((key: string) => setFolded((old) => toggled(old, key)), []);
  const height = Math.max(rows.length, 1) * rowHeight;
  return (
    <LinkDragProvider value={drag}>
      <NodeCards>
        <section
          ref={both}
          className={classes.frame}
          style={{ '--names': `${names}px`, '--row': `${rowHeight}px` } as CSSProperties}
          aria-label={t('roadmap.timeline')}
          onScroll={seen.onScroll}
        >
          {size.width > 0 && (
            <div className={classes.inner} style={{ width: names + scale.width }}>
              <Axis scale={scale} />
              <div className={classes.body} style={{ height }}>
                <Grid scale={scale} height={height} />
                <ul className={classes.rows} aria-label={t('roadmap.rows')}>
                  {rows.slice(seen.first, seen.end).map((row, index) => (
                    <RowView
                      key={row.kind === 'group' ? `group ${row.key}` : row.node.uuid}
                      row={row}
                      top={(seen.first + index) * rowHeight}
                      scale={scale}
                      folded={row.kind === 'group' && folded.has(row.key)}
                      onFold={fold}
                    />
                  ))}
                </ul>
                <div ref={canvas} className={classes.canvas} style={{ width: scale.width, height }}>
                  <Arrows rows={rows} scale={scale} seen={seen} picked={picked} onPick={setPicked} />
                  <DragLine pull={pull} />
                </div>
                {rows.length === 0 && <Text className={classes.nothing}>{t('roadmap.noDates')}</Text>}
              </div>
            </div>
          )}
        </section>
      </NodeCards>
      {picked !== null && <SelectedLink key={picked.uuid} link={picked} onClose={() => setPicked(null)} />}
      {rows.length > 0 && <Legend />}
    </LinkDragProvider>
  );
}

/** All days that have to be on the timeline. */
function daysOf({ today, milestones, epics, schedule }: Roadmap): string[] {
  const spans = epics.flatMap((node) => [spanOf(node), plannedOf(node)]).filter((span) => span !== null);
  const end = schedule.forecast_finish === null ? [] : [schedule.forecast_finish];
  return [today, ...end, ...milestones.map(({ date }) => date), ...spans.flatMap(({ from, to }) => [from, to])];
}

const toggled = (set: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  set.has(key) ? new Set([...set].filter((one) => one !== key)) : new Set([...set, key]);

/** Scrolls to today when the timeline opens or its zoom changes. */
function useTodayInView(
  frame: RefObject<HTMLElement | null>,
  scale: TimeScale,
  zoom: Zoom,
  today: string,
  ready: boolean,
): void {
  const at = useRef<Zoom | null>(null);
  useEffect(() => {
    if (!ready || frame.current === null || at.current === zoom) return;
    at.current = zoom;
    frame.current.scrollLeft = placeOf(scale, dayNumber(today)) - frame.current.clientWidth / 3;
  }, [frame, scale, zoom, today, ready]);
}
