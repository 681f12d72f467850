import { Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { none, useFormat, useT } from '../../i18n';
import { Avatar } from '../../ui/Avatar';
import { workDay } from '../../ui/duration';
import { ScrollBox } from '../../ui/ScrollBox';
import type { Line, Matrix } from './totals';
import classes from './totals.module.css';

interface Props {
  matrix: Matrix;
  /** Users whose weeks the reader can open. */
  people: ReadonlySet<number>;
  me: number;
  /** The day whose week opens. */
  day: string;
}

/** People by project, with totals. */
export function TotalsTable(props: Props) {
  const t = useT();
  const format = useFormat();
  const { columns, lines, sums, total } = props.matrix;
  const inDays = (minutes: number) => format.number(minutes / workDay, 1);
  return (
    <ScrollBox className={classes.frame} label={t('totals.title')}>
      <Table className={classes.table} verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('totals.person')}</Table.Th>
            <Table.Th scope="col" ta="right">
              {t('totals.total')}
            </Table.Th>
            <Table.Th scope="col" ta="right">
              {t('totals.inDays')}
            </Table.Th>
            <Table.Th scope="col" ta="right" title={t('totals.daysLong')}>
              {t('totals.days')}
            </Table.Th>
            {columns.map((project) => (
              <Table.Th key={project.uuid} scope="col" ta="right">
                <span className={classes.project}>
                  <span className={classes.dot} style={{ background: project.color }} aria-hidden="true" />
                  {project.name}
                </span>
                {!project.everyone && (
                  <Text size="xs" c="dimmed" fw={400}>
                    {t('totals.onlyMine')}
                  </Text>
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line.user_id}>
              <Table.Th scope="row">
                <Person {...props} line={line} />
              </Table.Th>
              <Table.Td ta="right" fw={650}>
                {format.minutes(line.total)}
              </Table.Td>
              <Table.Td ta="right">{inDays(line.total)}</Table.Td>
              <Table.Td ta="right">{format.number(line.days)}</Table.Td>
              {line.minutes.map((minutes, index) => (
                <Table.Td key={columns[index]?.uuid} ta="right" c={minutes === 0 ? 'dimmed' : undefined}>
                  {minutes === 0 ? none : format.minutes(minutes)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">{t('totals.total')}</Table.Th>
            <Table.Td ta="right" fw={650}>
              {format.minutes(total)}
            </Table.Td>
            <Table.Td ta="right">{inDays(total)}</Table.Td>
            <Table.Td />
            {sums.map((minutes, index) => (
              <Table.Td key={columns[index]?.uuid} ta="right" fw={650}>
                {format.minutes(minutes)}
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ScrollBox>
  );
}

/** A name, linked to the person's week if the reader can see it. */
function Person({ line, people, me, day }: Props & { line: Line }) {
  const t = useT();
  const { user_id: id, name } = line;
  return (
    <span className={classes.person}>
      <Avatar id={id} name={name} size={24} decorative />
      {id === me || people.has(id) ? (
        <Link
          to="/time"
          search={{ day, user: id === me ? undefined : String(id) }}
          className={classes.link}
          title={t('totals.openWeek', { name })}
        >
          {name}
        </Link>
      ) : (
        name
      )}
    </span>
  );
}
