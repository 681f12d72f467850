import type { Flow, FlowStatus } from '../../api/types.gen';
import type { Filled } from '../../ui/charts/pattern';

/** A status as an area of the cumulative flow diagram. */
type Layer = Filled & { status: FlowStatus };

/** Statuses that contained tickets, from the bottom up: done first, backlog last. */
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

/** Green for done, grey for waiting; the rest cycle through patterns and colours. */
function lookOf(status: FlowStatus, n: number): Look {
  if (status.is_done) return { tone: 2, fill: doneFills[n % doneFills.length] ?? 'plain' };
  if (status.key === 'backlog') return { tone: 4, fill: 'open' };
  if (status.key === 'todo') return { tone: 4, fill: 'rows' };
  return looks[n % looks.length] ?? { tone: 1, fill: 'grid' };
}

/** Amounts on the first and last day. */
export type Held = Record<'first' | 'last', number>;

export interface Movement {
  all: Held;
  done: Held;
  underWay: Held;
}

/** Compares the first and last day. Work under way is neither in the backlog, nor to do, nor done. */
export function movementOf(layers: readonly Layer[]): Movement {
  const waiting = ['backlog', 'todo'];
  const held = (which: (layer: Layer) => boolean): Held => {
    const values = layers.filter(which).map((layer) => layer.values);
    const sum = (at: number) => values.reduce((total, days) => total + (days.at(at) ?? 0), 0);
    return { first: sum(0), last: sum(-1) };
  };
  return {
    all: held(() => true),
    done: held((layer) => layer.status.is_done),
    underWay: held((layer) => !layer.status.is_done && !waiting.includes(layer.key)),
  };
}
