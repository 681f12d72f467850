import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OverviewProject } from '../../api/types.gen';
import { InCurrency, useT } from '../../i18n';
import { TicketKey } from '../../ui/TicketKey';
import { Favourite } from './Favourite';
import { Indicator } from './Indicator';
import { Members } from './Members';
import { Progress } from './Progress';
import classes from './projects.module.css';
import { RunningSprint } from './RunningSprint';

/** The name's link covers the whole card. */
export function ProjectCards(props: { projects: OverviewProject[] }) {
  const t = useT();
  return (
    <ul className={classes.cards} aria-label={t('projects.title')}>
      {props.projects.map((project) => (
        <li key={project.uuid} className={classes.card}>
          <InCurrency currency={project.currency}>
            <Card project={project} />
          </InCurrency>
        </li>
      ))}
    </ul>
  );
}

function Card({ project }: { project: OverviewProject }) {
  return (
    <>
      <Group wrap="nowrap" gap="xs" align="flex-start">
        <span className={classes.dot} style={{ background: project.color }} aria-hidden="true" />
        <h2 className={classes.name}>
          <Link to="/projects/$project/board" params={{ project: project.uuid }} className={classes.cover}>
            {project.name}
          </Link>
        </h2>
        <span className={classes.key}>
          <TicketKey value={project.key} />
        </span>
        <Favourite project={project} />
      </Group>
      <Text size="sm" c="dimmed" lineClamp={2} className={classes.about}>
        {project.description}
      </Text>
      <Progress share={project.progress} />
      <Group gap="lg" className={classes.above}>
        {project.sees_rates && <Indicator kind="cpi" value={project.cpi} health={project.cpi_health} />}
        <Indicator kind="spi" value={project.spi} health={project.spi_health} />
      </Group>
      <Group justify="space-between" wrap="nowrap" gap="xs" className={classes.foot}>
        <RunningSprint project={project} />
        <Members project={project} />
      </Group>
    </>
  );
}
