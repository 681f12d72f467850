import classes from './charts.module.css';

export type ShapeKind = 'circle' | 'square' | 'triangle' | 'diamond';

/** Shape is a mark on a point: points are told apart by it, not by their colour alone. */
export function Shape(props: { kind: ShapeKind; x: number; y: number; r?: number }) {
  const { kind, x, y, r = 5 } = props;
  if (kind === 'circle') return <circle className={classes.dot} cx={x} cy={y} r={r} />;
  return <path className={classes.dot} d={shapeOf(kind, x, y, r)} />;
}

/** shapeOf is the outline of a shape that is as large as a circle of the radius. */
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
