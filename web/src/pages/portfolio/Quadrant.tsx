import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type PointerEvent, useMemo, useState } from 'react';
import type { PortfolioRow } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { ChartFrame, Stepper, TipBox, TipLine } from '../../ui/charts/ChartFrame';
import charts from '../../ui/charts/charts.module.css';
import { nearestSpot } from '../../ui/charts/scatter';
import { Bubbles, type Layout, Bubble as OneBubble } from './Bubbles';
import { axisOf, type Bubble, bubblesOf, isBeyondEdge, isMixed, positionIn, radiusOf } from './bubble';
import { QuadrantAxes, QuadrantNames } from './QuadrantAxes';
import { QuadrantData } from './QuadrantData';
import { QuadrantLegend } from './QuadrantLegend';

/** Each project by CPI and SPI, with its size and trend. */
export function Quadrant({ rows }: { rows: readonly PortfolioRow[] }) {
  const t = useT();
  const format = useFormat();
  const bubbles = useMemo(() => bubblesOf(rows).sort((a, b) => format.compare(a.name, b.name)), [rows, format]);
  const missing = rows.filter((row) => row.has_budget && !bubbles.some((one) => one.uuid === row.uuid));
  const summary = summaryOf(bubbles);
  return (
    <div style={{ marginTop: 24 }}>
      <ChartFrame
        title={t('portfolio.quadrant')}
        summary={t('portfolio.quadrantText', summary)}
        legend={<QuadrantLegend bubbles={bubbles} />}
        empty={bubbles.length === 0 ? t('portfolio.quadrantEmpty') : undefined}
      >
        <Stage bubbles={bubbles} summary={t('portfolio.quadrantText', summary)} />
        {missing.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('portfolio.notDrawn', { count: missing.length, names: namesOf(missing, format.list) })}
          </Text>
        )}
        <QuadrantData bubbles={bubbles} />
      </ChartFrame>
    </div>
  );
}

const namesOf = (rows: readonly PortfolioRow[], list: (names: string[]) => string): string =>
  list([...rows.slice(0, 5).map((row) => row.name), ...(rows.length > 5 ? ['…'] : [])]);

/** Counts the projects in each quadrant. */
function summaryOf(bubbles: readonly Bubble[]) {
  const count = (cheap: boolean, early: boolean) =>
    bubbles.filter((one) => one.cpi >= 1 === cheap && one.spi >= 1 === early).length;
  return { both: count(true, true), late: count(true, false), dear: count(false, true), neither: count(false, false) };
}

const height = 460;

function layoutOf(bubbles: readonly Bubble[], width: number): Layout {
  const [x, y] = [axisOf(bubbles, 'spi'), axisOf(bubbles, 'cpi')];
  const area = { left: 52, right: Math.max(80, width - 16), top: 36, bottom: height - 44 };
  const largest = Math.max(...bubbles.map((one) => one.bac));
  const mixed = isMixed(bubbles);
  const spots = bubbles.map((one) => ({
    ...positionIn(area, x, y, one),
    r: mixed ? radiusOf(1, 4, bubbles.length) : radiusOf(one.bac, largest, bubbles.length),
    name: one.name,
    tail: one.tail.map((point) => positionIn(area, x, y, point)),
  }));
  return { area, x, y, spots };
}

function Stage({ bubbles, summary }: { bubbles: Bubble[]; summary: string }) {
  const t = useT();
  const navigate = useNavigate();
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const layout = useMemo(() => layoutOf(bubbles, width), [bubbles, width]);
  const { area, x, y, spots } = layout;
  const find = (event: PointerEvent<SVGSVGElement>): number | null => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const found = nearestSpot(spots, { x: event.clientX - left, y: event.clientY - top }, 32);
    return found < 0 ? null : found;
  };
  const open = (n: number | null) => {
    const project = n === null ? undefined : bubbles[n]?.uuid;
    if (project) void navigate({ to: '/projects/$project/finance', params: { project } });
  };
  const told = useTooltip((one) => isBeyondEdge(one, x, y));
  const [here, spot] = at === null ? [undefined, undefined] : [bubbles[at], spots[at]];
  return (
    <div ref={ref} className={charts.plot} style={{ minHeight: height }}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={summary}
          style={{ cursor: here ? 'pointer' : undefined }}
          onPointerMove={(event) => setAt(find(event))}
          onPointerLeave={() => setAt(null)}
          onPointerUp={(event) => event.button === 0 && open(find(event))}
        >
          <QuadrantAxes area={area} x={x} y={y} />
          <Bubbles bubbles={bubbles} layout={layout} />
          <QuadrantNames area={area} />
          {at !== null && <OneBubble bubbles={bubbles} layout={layout} at={at} near />}
        </svg>
      )}
      <Stepper
        title={t('portfolio.quadrant')}
        count={bubbles.length}
        at={at}
        start={0}
        text={(n) => {
          const one = bubbles[n];
          return one ? [one.name, ...told(one).map((line) => line.join(' '))].join(', ') : '';
        }}
        onAt={setAt}
        onEnter={open}
      />
      {here && spot && (
        <TipBox x={spot.x} y={Math.max(8, Math.min(spot.y - 40, height - 180))} width={width} name={here.name}>
          {told(here).map(([label, value]) => (
            <TipLine key={label} label={label} value={value} />
          ))}
        </TipBox>
      )}
    </div>
  );
}

/** Names and values for a bubble's tooltip. */
function useTooltip(out: (one: Bubble) => boolean): (one: Bubble) => [string, string][] {
  const t = useT();
  const format = useFormat();
  return (one) => {
    const before = one.tail[0];
    const lines: [string, string][] = [
      [t('indicators.cpi'), format.ratio(one.cpi)],
      [t('indicators.spi'), format.ratio(one.spi)],
      [t('indicators.bac'), format.in(one.currency).money(one.bac)],
    ];
    if (before && one.tail.length > 1) {
      const day = format.day(before.day);
      lines.push([t('portfolio.cpiOn', { day }), format.ratio(before.cpi)]);
      lines.push([t('portfolio.spiOn', { day }), format.ratio(before.spi)]);
    }
    if (out(one)) lines.push([t('portfolio.beyond'), '']);
    return lines;
  };
}
