import { ActionIcon, Button, Table, VisuallyHidden } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useFrame } from '../../api/frame';
import type { PlanNode } from '../../api/types.gen';
import { none, useFormat, useT } from '../../i18n';
import { Picker } from '../../ui/Picker';
import { share } from '../roadmap/plan';
import classes from './epics.module.css';
import type { Group } from './list';
import { ProgressBar } from './ProgressBar';
import { StatusMark } from './StatusMark';

interface Props {
  project: string;
  groups: readonly Group[];
  onEdit?: (node: PlanNode) => void;
  onAdd?: (node: PlanNode) => void;
  onDelete?: (node: PlanNode) => void;
}

/** Epics grouped by super-epic, with progress and effort. */
export function EpicTable(props: Props) {
  const t = useT();
  const { may, sees_rates } = useFrame(props.project);
  const acts = may.write && props.onEdit !== undefined;
  const [groups, rest] = useFirstEpics(props.groups);
  const bare = props.groups.length === 1 && props.groups[0]?.node === null;
  return (
    <section className={classes.frame} aria-label={t('epics.title')}>
      <Table highlightOnHover verticalSpacing={6} className="figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('epics.name')}</Table.Th>
            <Table.Th scope="col">{t('epics.progress')}</Table.Th>
            <Table.Th scope="col">{t('epics.status')}</Table.Th>
            <Table.Th scope="col" ta="right">
              {t('epics.points')}
            </Table.Th>
            <Table.Th scope="col" ta="right">
              {t('epics.openTickets')}
            </Table.Th>
            <Table.Th scope="col">{t('epics.dates')}</Table.Th>
            <Table.Th scope="col" ta="right">
              {t('epics.time')}
            </Table.Th>
            {sees_rates && (
              <Table.Th scope="col" ta="right">
                {t('epics.cost')}
              </Table.Th>
            )}
            {acts && (
              <Table.Th scope="col">
                <VisuallyHidden>{t('epics.actions')}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        {groups.map((group) => (
          <Table.Tbody key={group.node?.uuid ?? ''}>
            {group.node && <NodeRow {...props} node={group.node} acts={acts} rates={sees_rates} />}
            {group.node === null && !bare && (
              <Table.Tr className={classes.group}>
                <Table.Th scope="row" colSpan={7 + Number(sees_rates) + Number(acts)}>
                  {t('epics.noSuperEpic')}
                </Table.Th>
              </Table.Tr>
            )}
            {group.epics.map((epic) => (
              <NodeRow key={epic.uuid} {...props} node={epic} acts={acts} rates={sees_rates} inner={!bare} />
            ))}
          </Table.Tbody>
        ))}
      </Table>
      {rest}
    </section>
  );
}

/** How many epics to list at first; thousands of rows would be slow to render. */
const initialCount = 200;

/** The groups, limited to the first epics, and a button that shows the rest. */
function useFirstEpics(groups: readonly Group[]): [readonly Group[], ReactNode] {
  const t = useT();
  const [all, setAll] = useState(false);
  const count = groups.reduce((sum, group) => sum + group.epics.length, 0);
  if (all || count <= initialCount) return [groups, null];
  let left = initialCount;
  const first = groups.flatMap((group) => {
    if (left <= 0) return [];
    const epics = group.epics.slice(0, left);
    left -= epics.length;
    return [{ ...group, epics }];
  });
  return [
    first,
    <Button key="rest" m="xs" variant="default" onClick={() => setAll(true)}>
      {t('epics.showAll', { count })}
    </Button>,
  ];
}

function NodeRow(props: Props & { node: PlanNode; acts: boolean; rates: boolean; inner?: boolean }) {
  const t = useT();
  const format = useFormat();
  const { node } = props;
  const points = { done: format.points(node.done_points), points: format.points(node.points) };
  return (
    <Table.Tr className={node.kind === 'super_epic' ? classes.group : undefined} data-uuid={node.uuid}>
      <Table.Th scope="row" fw={node.kind === 'epic' ? 400 : undefined}>
        <span className={props.inner ? classes.inner : undefined}>
          <NodeLink project={props.project} node={node} />
        </span>
      </Table.Th>
      <Table.Td>
        <ProgressBar value={share(node)} of={node.title} />
      </Table.Td>
      <Table.Td>
        <StatusMark status={node.status} />
      </Table.Td>
      <Table.Td ta="right" className={classes.cell}>
        {t('sprint.ofPoints', points)}
      </Table.Td>
      <Table.Td ta="right">{format.number(node.tickets - node.done_tickets)}</Table.Td>
      <Table.Td className={classes.cell}>
        {node.start && node.finish ? `${format.day(node.start)} – ${format.day(node.finish)}` : none}
      </Table.Td>
      <Table.Td ta="right" className={classes.cell}>
        {node.minutes === 0 ? none : format.minutes(node.minutes)}
      </Table.Td>
      {props.rates && <Table.Td ta="right">{node.cost === null ? none : format.money(node.cost)}</Table.Td>}
      {props.acts && (
        <Table.Td ta="right">
          <RowMenu {...props} />
        </Table.Td>
      )}
    </Table.Tr>
  );
}

export function NodeLink({ project, node }: { project: string; node: Pick<PlanNode, 'uuid' | 'kind' | 'title'> }) {
  return node.kind === 'epic' ? (
    <Link className={classes.link} to="/projects/$project/epics/$epic" params={{ project, epic: node.uuid }}>
      {node.title}
    </Link>
  ) : (
    <Link
      className={classes.link}
      to="/projects/$project/super-epics/$superEpic"
      params={{ project, superEpic: node.uuid }}
    >
      {node.title}
    </Link>
  );
}

function RowMenu({ node, onEdit, onAdd, onDelete }: Props & { node: PlanNode }) {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const title = t('roadmap.menuOf', { title: node.title });
  const acts: Record<string, ((node: PlanNode) => void) | undefined> = { edit: onEdit, add: onAdd, delete: onDelete };
  const choices = [
    { value: 'edit', label: t('roadmap.edit') },
    ...(node.kind === 'super_epic' ? [{ value: 'add', label: t('roadmap.addEpicHere') }] : []),
    { value: 'delete', label: t('roadmap.delete'), danger: true },
  ];
  return (
    <>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-haspopup="dialog"
        aria-label={title}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <IconDots size={16} aria-hidden />
      </ActionIcon>
      {anchor !== null && (
        <Picker
          anchor={anchor}
          title={title}
          choices={choices}
          onPick={(value) => acts[value]?.(node)}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}
