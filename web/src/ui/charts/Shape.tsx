import classes from './charts.module.css';

export type ShapeKind = 'circle' | 'square' | 'triangle' | 'diamond';

/** A marker, so that points are distinguishable without colour. */
export function Shape(props: { kind: ShapeKind; x: number; y: number; r?: number }) {
  const { kind, x, y, r = 5 } = props;
  if (kind === 'circle') return <circle className={classes.dot} cx={x} cy={y} r={r} />;
  return <path className={classes.dot} d={shapeOf(kind, x, y, r)} />;
}

/** The outline of a shape about the size of a circle of that radius. */
export function shapeOf(kind: Exclude<ShapeKind, 'circle'>, x: number, y: number, r: number): string {
  switch (kind) {
    case 'square':
      return `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`;
    case 'triangle':
      return `M${x} ${y - r * 1.2}l${r * 1.2} ${r * 2.2}h${-r * 2.4}z`;
    case 'diamond':
      return `M${x} ${y - r * 1.3}l${r * 1.3} ${r * 1.3}l${-r * 1.3} ${r * 1.3}l${-r * 1.3} ${-r * 1.3}z`;
  }
}
