import type { Flow, FlowStatus } from '../../api/flow';
import type { Filled } from '../../ui/charts/pattern';

/** Layer is a status as an area of the cumulative flow. */
export type Layer = Filled & { status: FlowStatus };

/** layersOf are the statuses that held something, from the foot up: what is done, then back along the board to the backlog. */
export function layersOf(flow: Flow, by: 'counts' | 'points', name: (status: FlowStatus) => string): Layer[] {
  const held = flow.statuses.filter((status) => flow.days.some((day) => (day[by][status.key] ?? 0) > 0));
  const order = [...held.filter((one) => one.is_done), ...held.filter((one) => !one.is_done).reverse()];
  return order.map((status, n) => ({
    key: status.key,
    label: name(status),
    values: flow.days.map((day) => day[by][status.key] ?? 0),
    ...lookOf(status, n),
    status,
  }));
}

type Look = Pick<Filled, 'tone' | 'fill'>;
const doneFills = ['plain', 'stripes', 'dots'] as const;
const looks: readonly Look[] = [
  { tone: 5, fill: 'rows' },
  { tone: 1, fill: 'grid' },
  { tone: 3, fill: 'dots' },
  { tone: 1, fill: 'stripes' },
  { tone: 5, fill: 'plain' },
  { tone: 3, fill: 'stripes' },
  { tone: 1, fill: 'dots' },
  { tone: 5, fill: 'grid' },
];

/** lookOf keeps green for what is done and grey for what waits; the rest have patterns and colours in turn. */
function lookOf(status: FlowStatus, n: number): Look {
  if (status.is_done) return { tone: 2, fill: doneFills[n % doneFills.length] ?? 'plain' };
  if (status.key === 'backlog') return { tone: 4, fill: 'open' };
  if (status.key === 'todo') return { tone: 4, fill: 'rows' };
  return looks[n % looks.length] ?? { tone: 1, fill: 'grid' };
}

export interface Movement {
  arrived: number;
  done: number;
  underWayFirst: number;
  underWayLast: number;
}

/** movementOf is what changed between the first and the last day. Work is under way when it has left backlog and to do, and is not done. */
export function movementOf(layers: readonly Layer[]): Movement {
  const waiting = ['backlog', 'todo'];
  const sum = (at: 'first' | 'last', which: (layer: Layer) => boolean) =>
    layers
      .filter(which)
      .reduce((total, { values }) => total + ((at === 'first' ? values[0] : values[values.length - 1]) ?? 0), 0);
  const grown = (which: (layer: Layer) => boolean) => sum('last', which) - sum('first', which);
  const underWay = (layer: Layer) => !layer.status.is_done && !waiting.includes(layer.key);
  return {
    arrived: grown(() => true),
    done: grown((layer) => layer.status.is_done),
    underWayFirst: sum('first', underWay),
    underWayLast: sum('last', underWay),
  };
}
