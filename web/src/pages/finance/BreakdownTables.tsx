import { Button, Table } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { FinancePage, MemberFigures } from '../../api/types.gen';
import { type Format, none, useFormat, useT } from '../../i18n';
import { useSaveTable } from '../../ui/charts/useSaveTable';
import { ScrollBox } from '../../ui/ScrollBox';
import { Section } from '../../ui/Section';
import { fileOf, type PartRow } from './breakdownFile';
import classes from './finance.module.css';

export function ByEpic({ project, page }: { project: string; page: FinancePage }) {
  const t = useT();
  const epics = page.by_epic.filter((epic) => epic.uuid !== null || epic.points > 0 || epic.minutes > 0);
  const most = Math.max(0, ...epics.map((epic) => epic.cost ?? epic.minutes));
  const rows = epics.map((epic) => ({
    key: epic.uuid ?? '',
    name: epic.uuid === null ? t('finance.noEpic') : epic.title,
    link:
      epic.uuid === null ? null : (
        <Link to="/projects/$project/epics/$epic" params={{ project, epic: epic.uuid }}>
          {epic.title}
        </Link>
      ),
    points: { done: epic.done_points, all: epic.points },
    minutes: epic.minutes,
    cost: epic.cost,
    share: most === 0 ? 0 : (epic.cost ?? epic.minutes) / most,
  }));
  return (
    <Part
      title={t('finance.byEpic')}
      text={rows.length === 0 ? t('finance.noEpics') : t('finance.byEpicText')}
      first={t('finance.epic')}
      rows={rows}
      file={`epics-${page.day}`}
      costs={page.sees_rates}
    />
  );
}

/** Only for readers who can see cost. */
export function ByMember({ members, file }: { members: MemberFigures[]; file: string }) {
  const t = useT();
  const most = Math.max(0, ...members.map((member) => member.cost));
  const rows = members.map((member) => ({
    key: String(member.user_id),
    name: member.name,
    link: null,
    points: null,
    minutes: member.minutes,
    cost: member.cost,
    share: most === 0 ? 0 : member.cost / most,
  }));
  return (
    <Part
      title={t('finance.byMember')}
      text={rows.length === 0 ? t('finance.noMembers') : t('finance.byMemberText')}
      first={t('finance.member')}
      rows={rows}
      file={file}
      costs
    />
  );
}

interface PartProps {
  title: string;
  text: string;
  first: string;
  rows: PartRow[];
  file: string;
  costs: boolean;
}

function Part({ title, text, first, rows, file, costs }: PartProps) {
  const t = useT();
  const format = useFormat();
  const points = rows.some((row) => row.points !== null);
  const heads = [
    first,
    ...(points ? [t('finance.points')] : []),
    t('finance.time'),
    ...(costs ? [t('finance.cost')] : []),
  ];
  const save = useSaveTable();
  const minutes = rows.reduce((sum, row) => sum + row.minutes, 0);
  const cost = rows.reduce((sum, row) => sum + (row.cost ?? 0), 0);
  if (rows.length === 0) return <Section title={title} text={text} />;
  return (
    <Section
      title={title}
      text={text}
      action={
        <Button
          className={classes.action}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => save(file, fileOf(first, rows, costs, t, format.currency))}
        >
          {t('finance.saveTable')}
        </Button>
      }
    >
      <ScrollBox className={classes.scroll} label={t('charts.tableOf', { title })}>
        <Table className={`figures ${classes.parts}`} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              {heads.map((head) => (
                <Table.Th key={head} scope="col">
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.key}>
                <Table.Th scope="row">
                  {row.link ?? row.name}
                  <span className={classes.bar} style={{ width: `${row.share * 100}%` }} />
                </Table.Th>
                {points && <Table.Td>{row.points && pointsText(row.points, format)}</Table.Td>}
                <Table.Td>{format.minutes(row.minutes)}</Table.Td>
                {costs && <Table.Td>{row.cost === null ? none : format.money(row.cost)}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">{t('finance.total')}</Table.Th>
              {points && <Table.Td />}
              <Table.Td>{format.minutes(minutes)}</Table.Td>
              {costs && <Table.Td data-total="cost">{format.money(cost)}</Table.Td>}
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </ScrollBox>
    </Section>
  );
}

const pointsText = ({ done, all }: NonNullable<PartRow['points']>, format: Format) =>
  `${format.number(done, 1)} / ${format.number(all, 1)}`;
