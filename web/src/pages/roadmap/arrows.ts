// The way of an arrow from the end of one bar to the start of another.

export interface Spot {
  x: number;
  y: number;
}

/** reach is how far an arrow goes out of its bar before it turns. */
const reach = 10;

/** arrowPath leads from a bar's end to another's start: straight down where there is room, else around between the rows. */
export function arrowPath(from: Spot, to: Spot, row: number): string {
  const out = from.x + reach;
  const into = to.x - reach;
  if (from.y === to.y && into >= out) return `M${n(from.x)} ${n(from.y)}H${n(to.x)}`;
  if (into >= out) return `M${n(from.x)} ${n(from.y)}H${n(out)}V${n(to.y)}H${n(to.x)}`;
  const between = from.y + (to.y >= from.y ? row / 2 : -row / 2);
  return `M${n(from.x)} ${n(from.y)}H${n(out)}V${n(between)}H${n(into)}V${n(to.y)}H${n(to.x)}`;
}

/** near brings an end that lies far above or below what is seen to its edge: nobody sees it, and long dashes are slow to draw. */
export const near = (spot: Spot, top: number, height: number, row: number): Spot => ({
  x: spot.x,
  y: Math.min(Math.max(spot.y, top - row), top + height + row),
});

/** headPath is the tip of an arrow that comes from the left. */
export const headPath = (to: Spot): string => `M${n(to.x)} ${n(to.y)}l-7 -4v8z`;

const n = (value: number) => Math.round(value * 10) / 10;
