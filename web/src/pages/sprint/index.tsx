import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useFrame } from '../../api/frame';
import { chartQuery } from '../../api/sprints';
import type { Sprint } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { Page, PageHeader } from '../../ui/Page';
import { Select } from '../../ui/Select';
import { EmptyState, ErrorState, Loading } from '../../ui/State';
import { Charts } from './Charts';
import { CloseSprint } from './CloseSprint';
import { Figures } from './Figures';
import { Reopen } from './Reopen';
import { ScopeAndDone } from './ScopeAndDone';
import { SprintForm } from './SprintForm';
import { StartSprint } from './StartSprint';

export default function SprintPage() {
  const t = useT();
  const { project, sprint: uuid } = useParams({ from: '/app/projects/$project/sprints/$sprint' });
  const frame = useFrame(project);
  const sprint = frame.sprints.find((one) => one.uuid === uuid);
  if (sprint === undefined) {
    return (
      <Page title={t('sprint.title')}>
        <EmptyState
          title={t('common.missingTitle')}
          text={t('common.missingText')}
          action={
            <Button
              variant="default"
              renderRoot={(props) => <Link {...props} to="/projects/$project/backlog" params={{ project }} />}
            >
              {t('board.toBacklog')}
            </Button>
          }
        />
      </Page>
    );
  }
  return <OneSprint key={uuid} project={project} sprint={sprint} />;
}

function OneSprint({ project, sprint }: { project: string; sprint: Sprint }) {
  const t = useT();
  const format = useFormat();
  const words = useWords();
  const chart = useQuery(chartQuery(project, sprint.uuid));
  const { start_date: from, end_date: to } = sprint;
  const dates =
    from && to ? t('backlog.fromTo', { from: format.date(from), to: format.date(to) }) : t('backlog.noDates');
  return (
    <Page title={sprint.title}>
      <PageHeader
        title={sprint.title}
        lead={`${words.sprintStatus(sprint.status)} · ${dates}`}
        actions={<Actions project={project} sprint={sprint} />}
      />
      {sprint.goal && (
        <Text mb="md" maw="48rem">
          <b>{t('sprint.goal')}</b>
          {' · '}
          {sprint.goal}
        </Text>
      )}
      <Figures sprint={sprint} chart={chart.data} />
      {chart.isPending && <Loading rows={2} height={320} />}
      {chart.isError && chart.data === undefined && (
        <ErrorState error={chart.error} onRetry={() => void chart.refetch()} />
      )}
      {chart.data && <Charts sprint={sprint} chart={chart.data} />}
      <ScopeAndDone sprint={sprint} chart={chart.data} />
    </Page>
  );
}

type Asked = 'edit' | 'start' | 'close' | 'reopen';

function Actions({ project, sprint }: { project: string; sprint: Sprint }) {
  const t = useT();
  const { may } = useFrame(project);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const next = ({ planning: 'start', active: 'close', completed: 'reopen' } as const)[sprint.status];
  return (
    <>
      <OtherSprint project={project} sprint={sprint} />
      <Group gap="xs">
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/projects/$project/board" params={{ project }} search={{ sprint: [sprint.uuid] }} />
          )}
        >
          {t('sprint.onBoard')}
        </Button>
        {may.write && (
          <Button variant="default" onClick={() => setAsked('edit')}>
            {t('common.edit')}
          </Button>
        )}
        {may.write && (
          <Button variant={next === 'reopen' ? 'default' : 'filled'} onClick={() => setAsked(next)}>
            {t(`sprint.do_${next}`)}
          </Button>
        )}
      </Group>
      {asked === 'edit' && <SprintForm project={project} sprint={sprint} onClose={close} />}
      {asked === 'start' && <StartSprint project={project} sprint={sprint} onClose={close} />}
      {asked === 'close' && <CloseSprint project={project} sprint={sprint} onClose={close} />}
      {asked === 'reopen' && <Reopen project={project} sprint={sprint} onClose={close} />}
    </>
  );
}

function OtherSprint({ project, sprint }: { project: string; sprint: Sprint }) {
  const t = useT();
  const navigate = useNavigate();
  const { sprints } = useFrame(project);
  const order = [...sprints].sort((a, b) => (b.start_date ?? '9999').localeCompare(a.start_date ?? '9999'));
  return (
    <Select
      w={180}
      searchable
      allowDeselect={false}
      aria-label={t('sprint.other')}
      value={sprint.uuid}
      data={order.map(({ uuid, title }) => ({ value: uuid, label: title }))}
      onChange={(to) =>
        to && void navigate({ to: '/projects/$project/sprints/$sprint', params: { project, sprint: to } })
      }
    />
  );
}
