import { Text } from '@mantine/core';
import type { Velocity } from '../../api/types.gen';
import { type Format, type Translate, useFormat, useT } from '../../i18n';
import classes from './sprint.module.css';

type Band = Pick<Velocity, 'mean' | 'low' | 'high'> & { sprints: { length: number } };

/** A sprint's points compared with recent velocity, as a chart and in words. */
export function VelocityBar(props: { points: number; done?: number; velocity: Band | undefined }) {
  const t = useT();
  const format = useFormat();
  const { points, velocity } = props;
  const most = Math.max(points, velocity?.high ?? velocity?.mean ?? 0, 1) * 1.1;
  const share = (value: number) => `${(value / most) * 100}%`;
  const band = velocity?.low != null && velocity.high != null;
  return (
    <div className={classes.velocity}>
      <div className={classes.track} aria-hidden="true">
        {band && (
          <span
            className={classes.band}
            style={{ left: share(velocity.low ?? 0), width: share((velocity.high ?? 0) - (velocity.low ?? 0)) }}
          />
        )}
        <span className={classes.fill} style={{ width: share(points) }} />
        {(props.done ?? 0) > 0 && <span className={classes.filled} style={{ width: share(props.done ?? 0) }} />}
        {velocity?.mean != null && <span className={classes.mean} style={{ left: share(velocity.mean) }} />}
      </div>
      <Text size="xs" className={classes.velocityWords}>
        <b className="figures">
          {props.done
            ? t('sprint.pointsDone', { done: format.points(props.done), points: format.points(points) })
            : t('words.points', { count: points })}
        </b>
        {' · '}
        {bandText(points, velocity, t, format)}
      </Text>
    </div>
  );
}

function bandText(points: number, velocity: Band | undefined, t: Translate, format: Format): string {
  const mean = velocity?.mean;
  if (velocity === undefined || mean === null || mean === undefined) return t('sprint.velocityNone');
  const values = {
    mean: format.points(Math.round(mean * 10) / 10),
    low: format.points(Math.round(velocity.low ?? 0)),
    high: format.points(Math.round(velocity.high ?? 0)),
    count: velocity.sprints.length,
  };
  if (velocity.low === null || velocity.high === null) return t('sprint.velocityOne', values);
  if (points > velocity.high) return t('sprint.velocityAbove', values);
  return points < velocity.low ? t('sprint.velocityBelow', values) : t('sprint.velocityWithin', values);
}
