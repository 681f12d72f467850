// What surrounds every chart: title, summary, legend, keyboard control, tooltip.
import { Text, Title } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useT } from '../../i18n';
import classes from './charts.module.css';

/** The frame of a chart. Shows `empty` instead of its children if there is nothing to draw. */
export function ChartFrame(props: {
  title: string;
  summary: ReactNode;
  legend?: ReactNode;
  actions?: ReactNode;
  /** Shown instead of a chart. */
  empty?: ReactNode;
  children: ReactNode;
}) {
  const title = useId();
  const empty = props.empty !== undefined;
  return (
    <section className={classes.frame} aria-labelledby={title}>
      <div className={classes.head}>
        <Title order={2} id={title}>
          {props.title}
        </Title>
        {props.actions}
      </div>
      <Text size="sm" c="dimmed" maw="60rem">
        {props.summary}
      </Text>
      {!empty && props.legend !== undefined && <div className={classes.legendRow}>{props.legend}</div>}
      {empty ? (
        <Text py="xl" ta="center" c="dimmed" component="div">
          {props.empty}
        </Text>
      ) : (
        props.children
      )}
    </section>
  );
}

/** Lets the keyboard and screen readers step through the points. */
export function Stepper(props: {
  title: string;
  count: number;
  at: number | null;
  /** The first position. */
  start: number;
  text: (at: number) => string;
  onAt: (at: number | null) => void;
  onEnter?: (at: number) => void;
}) {
  const t = useT();
  const now = Math.min(props.at ?? props.start, props.count - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || props.onEnter === undefined) return;
    event.preventDefault();
    props.onEnter(now);
  };
  return (
    <input
      type="range"
      className={classes.slider}
      min={0}
      max={Math.max(0, props.count - 1)}
      value={now}
      aria-label={t('charts.stepThrough', { title: props.title })}
      aria-valuetext={props.text(now)}
      onChange={(event) => props.onAt(Number(event.currentTarget.value))}
      onKeyDown={onKeyDown}
      onFocus={() => props.onAt(now)}
      onBlur={() => props.onAt(null)}
    />
  );
}

/** A tooltip; screen readers get the values from the stepper. */
export function TipBox(props: { x: number; y: number; width: number; name: string; children: ReactNode }) {
  const { x, y, width } = props;
  const side = x > width / 2 ? { right: width - x + 12 } : { left: x + 12 };
  return (
    <div className={classes.tip} style={{ top: y, ...side }} aria-hidden="true">
      <Text size="sm" fw={600}>
        {props.name}
      </Text>
      {props.children}
    </div>
  );
}

export function TipLine(props: { sign?: ReactNode; label: string; value: string }) {
  return (
    <div className={classes.tipLine}>
      <span>
        {props.sign}
        {props.label}
      </span>
      <b className="figures">{props.value}</b>
    </div>
  );
}
