import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { useFormat, useT } from '../../i18n';
import { Bar } from './Bar';
import { useRoadmap } from './context';
import { NodeLink } from './NodeLink';
import { NodeMenu } from './NodeMenu';
import type { Row } from './plan';
import type { TimeScale } from './scale';
import classes from './timeline.module.css';

interface Props {
  row: Row;
  top: number;
  scale: TimeScale;
  folded: boolean;
  onFold: (key: string) => void;
}

/** A row of the timeline: the sticky name and the bar. */
export const RowView = memo(function RowView(props: Props) {
  const { row } = props;
  const { cycle } = useRoadmap();
  return (
    <li
      className={classes.row}
      style={{ top: props.top }}
      data-kind={row.kind}
      data-cycle={(row.node && cycle.has(row.node.uuid)) || undefined}
    >
      <div className={classes.name} data-node={row.node?.uuid}>
        {row.kind === 'group' ? <GroupName {...props} row={row} /> : <NodeLink node={row.node} />}
        {row.node && <NodeMenu node={row.node} />}
      </div>
      {row.node && <Bar node={row.node} scale={props.scale} top={props.top} />}
    </li>
  );
});

function GroupName({ row, folded, onFold }: Props & { row: Extract<Row, { kind: 'group' }> }) {
  const t = useT();
  const format = useFormat();
  const title = row.node?.title ?? t('roadmap.noSuperEpic');
  const Sign = folded ? IconChevronRight : IconChevronDown;
  return (
    <>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-expanded={!folded}
        aria-label={t(folded ? 'roadmap.unfold' : 'roadmap.fold', { title })}
        onClick={() => onFold(row.key)}
      >
        <Sign size={16} aria-hidden />
      </ActionIcon>
      {row.node ? <NodeLink node={row.node} /> : <span className={classes.title}>{title}</span>}
      <span className={classes.count}>{format.number(row.count)}</span>
    </>
  );
}
