// Axes for charts of any kind.
import classes from './charts.module.css';
import { interpolate, type Scale } from './scale';

export interface Box {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Positions of the points as shares of the width; evenly spaced by default. */
  places?: readonly number[];
}

/** The width between the axes. */
export const innerWidth = (box: Box): number => Math.max(1, box.width - box.left - box.right);

/** Leaves room for the value labels on the left and the names at the bottom. */
export function gridBox(width: number, height: number, labels: readonly string[], right = 16): Box {
  const digits = Math.max(1, ...labels.map((label) => label.length));
  return { width, height, left: 16 + digits * 7.5, right, top: 28, bottom: 44 };
}

/** The y coordinate of a value. */
export const yOf = (box: Box, scale: Scale, value: number): number =>
  interpolate(value, scale.low, scale.high, box.height - box.bottom, box.top);

interface Notch {
  key: string | number;
  /** Distance from the left end of the axis. */
  place: number;
  label: string;
}

export function Grid(props: {
  box: Box;
  scale: Scale;
  show: (value: number) => string;
  notches: readonly Notch[];
  up: string;
  across: string;
}) {
  const { box, scale } = props;
  const foot = box.height - box.bottom;
  return (
    <g className={classes.axis}>
      <text x={4} y={12}>
        {props.up}
      </text>
      {scale.ticks.map((tick) => {
        const y = yOf(box, scale, tick);
        return (
          <g key={tick}>
            <line className={classes.grid} x1={box.left} x2={box.left + innerWidth(box)} y1={y} y2={y} />
            <text x={box.left - 8} y={y + 4} textAnchor="end">
              {props.show(tick)}
            </text>
          </g>
        );
      })}
      {props.notches.map((notch) => (
        <text key={notch.key} x={box.left + notch.place} y={foot + 18} textAnchor={anchorOf(notch.place, box)}>
          {notch.label}
        </text>
      ))}
      <text x={box.left + innerWidth(box) / 2} y={box.height - 4} textAnchor="middle">
        {props.across}
      </text>
    </g>
  );
}

/** Keeps a label inside the chart. */
function anchorOf(place: number, box: Box): 'start' | 'middle' | 'end' {
  if (place < 24) return 'start';
  return innerWidth(box) + box.right - place < 28 ? 'end' : 'middle';
}
