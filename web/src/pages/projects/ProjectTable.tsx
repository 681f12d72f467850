import { Group, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OverviewProject } from '../../api/types.gen';
import { InCurrency, useFormat, useT } from '../../i18n';
import { ScrollBox } from '../../ui/ScrollBox';
import { TicketKey } from '../../ui/TicketKey';
import { Favourite } from './Favourite';
import { Indicator } from './Indicator';
import { Members } from './Members';
import { Progress } from './Progress';
import classes from './projects.module.css';
import { RunningSprint } from './RunningSprint';

export function ProjectTable(props: { projects: OverviewProject[] }) {
  const t = useT();
  const costs = props.projects.some((project) => project.sees_rates);
  return (
    <ScrollBox className={classes.tableFrame} label={t('projects.title')}>
      <Table verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('projects.name')}</Table.Th>
            <Table.Th scope="col">{t('projects.progress')}</Table.Th>
            {costs && <Table.Th scope="col">{t('projects.cpi')}</Table.Th>}
            <Table.Th scope="col">{t('projects.spi')}</Table.Th>
            <Table.Th scope="col">{t('projects.sprint')}</Table.Th>
            <Table.Th scope="col">{t('projects.members')}</Table.Th>
            <Table.Th scope="col">{t('projects.changed')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.projects.map((project) => (
            <InCurrency key={project.uuid} currency={project.currency}>
              <Row project={project} costs={costs} />
            </InCurrency>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

function Row({ project, costs }: { project: OverviewProject; costs: boolean }) {
  const t = useT();
  const format = useFormat();
  return (
    <Table.Tr>
      <Table.Th scope="row" miw={200}>
        <Group wrap="nowrap" gap="xs">
          <Favourite project={project} />
          <span className={classes.dot} style={{ background: project.color }} aria-hidden="true" />
          <Link to="/projects/$project/board" params={{ project: project.uuid }} className={classes.link}>
            {project.name}
          </Link>
          <TicketKey value={project.key} />
        </Group>
      </Table.Th>
      <Table.Td miw={150}>
        <Progress share={project.progress} bare />
      </Table.Td>
      {costs && (
        <Table.Td>
          {project.sees_rates ? (
            <Indicator kind="cpi" value={project.cpi} health={project.cpi_health} bare />
          ) : (
            <span className={classes.quiet} title={t('words.costHidden')}>
              {t('projects.cpiHidden')}
            </span>
          )}
        </Table.Td>
      )}
      <Table.Td>
        <Indicator kind="spi" value={project.spi} health={project.spi_health} bare />
      </Table.Td>
      <Table.Td>
        <RunningSprint project={project} />
      </Table.Td>
      <Table.Td>
        <Members project={project} />
      </Table.Td>
      <Table.Td className={classes.quiet}>{format.relative(project.updated_at)}</Table.Td>
    </Table.Tr>
  );
}
