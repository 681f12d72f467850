import { ActionIcon, Badge, Button, Group, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Sprint } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { TimeLeft } from '../projects/RunningSprint';
import { VelocityBar } from '../sprint/VelocityBar';
import classes from './backlog.module.css';
import { useBacklog } from './context';
import type { Section } from './sections';

/** The header of a sprint or the backlog: its size, compared with the team's usual velocity. */
export function SectionHead({ section }: { section: Section }) {
  const ctx = useBacklog();
  const { sprint } = section;
  return (
    <div className={classes.head}>
      <Group gap={8} wrap="nowrap" align="center">
        <Fold section={section} />
        {sprint === null ? <BacklogName section={section} /> : <SprintName section={section} sprint={sprint} />}
      </Group>
      {sprint !== null && (
        <>
          {sprint.goal && (
            <Text size="sm" c="dimmed" lineClamp={2} className={classes.inset}>
              {sprint.goal}
            </Text>
          )}
          <div className={classes.inset}>
            <VelocityBar points={sprint.points} done={sprint.done_points} velocity={ctx.velocity} />
          </div>
        </>
      )}
    </div>
  );
}

function Fold({ section }: { section: Section }) {
  const t = useT();
  const ctx = useBacklog();
  const folded = ctx.folded.has(section.id);
  const Sign = folded ? IconChevronRight : IconChevronDown;
  return (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      aria-expanded={!folded}
      aria-label={t('backlog.fold', { name: section.sprint?.title ?? t('backlog.title') })}
      onClick={() => ctx.fold(section.id)}
    >
      <Sign size={16} aria-hidden />
    </ActionIcon>
  );
}

function BacklogName({ section }: { section: Section }) {
  const t = useT();
  return (
    <>
      <h2 className={classes.name}>{t('backlog.title')}</h2>
      <span className={classes.sum}>
        {t('words.tickets', { count: section.total })}
        {' · '}
        {t('words.points', { count: section.points })}
      </span>
    </>
  );
}

function SprintName({ section, sprint }: { section: Section; sprint: Sprint }) {
  const t = useT();
  const words = useWords();
  const format = useFormat();
  const ctx = useBacklog();
  const params = { project: ctx.project, sprint: sprint.uuid };
  return (
    <>
      <div className={classes.nameAndFacts}>
        <h2 className={classes.name}>
          <Link to="/projects/$project/sprints/$sprint" params={params} className={classes.nameLink}>
            {sprint.title}
          </Link>
        </h2>
        <Badge variant={sprint.status === 'active' ? 'filled' : 'default'} size="sm" tt="none">
          {words.sprintStatus(sprint.status)}
        </Badge>
        <span className={classes.sum}>
          <Span sprint={sprint} />
        </span>
        <span className={classes.sum}>
          {ctx.filtered
            ? t('backlog.shownOf', { shown: format.number(section.total), count: sprint.tickets })
            : t('words.tickets', { count: section.total })}
        </span>
      </div>
      {ctx.mayWrite && <SprintActions section={section} sprint={sprint} />}
    </>
  );
}

function Span({ sprint }: { sprint: Sprint }) {
  const t = useT();
  const format = useFormat();
  if (sprint.start_date === null || sprint.end_date === null) return t('backlog.noDates');
  return (
    <>
      {t('backlog.fromTo', { from: format.day(sprint.start_date), to: format.day(sprint.end_date) })}
      {sprint.status === 'active' && (
        <>
          {' · '}
          <TimeLeft end={sprint.end_date} />
        </>
      )}
    </>
  );
}

function SprintActions({ section, sprint }: { section: Section; sprint: Sprint }) {
  const t = useT();
  const ctx = useBacklog();
  const starts = sprint.status === 'planning';
  return (
    <>
      <Button
        size="compact-sm"
        variant={starts ? 'default' : 'light'}
        className={classes.act}
        onClick={() => ctx.ask({ kind: starts ? 'start' : 'close', sprint })}
      >
        {starts ? t('backlog.start') : t('backlog.close')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('common.actionsFor', { title: sprint.title })}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => ctx.ask({ kind: 'edit', sprint })}>{t('backlog.editSprint')}</Menu.Item>
          <Menu.Item disabled={ctx.busy || section.cards.length === 0} onClick={() => ctx.selectAll(section.cards)}>
            {t('backlog.selectAll')}
          </Menu.Item>
          <Menu.Item
            renderRoot={(props) => (
              <Link
                {...props}
                to="/projects/$project/sprints/$sprint"
                params={{ project: ctx.project, sprint: sprint.uuid }}
              />
            )}
          >
            {t('backlog.charts')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

export function EmptySection({ section }: { section: Section }) {
  const t = useT();
  const ctx = useBacklog();
  const text = ctx.filtered ? 'backlog.noneFit' : section.sprint ? 'backlog.emptySprint' : 'backlog.emptyBacklog';
  return <p className={classes.empty}>{t(text)}</p>;
}
