import { Button } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useFrame } from '../../api/frame';
import { roadmapQuery } from '../../api/roadmap';
import type { Roadmap } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Page, PageHeader } from '../../ui/Page';
import { EmptyState, ErrorState, Loading } from '../../ui/State';
import { CycleAlert } from './CycleAlert';
import { type OpenDialog, RoadmapProvider, type RoadmapState } from './context';
import { Dialogs } from './Dialogs';
import { Lead } from './Lead';
import { PlanTable } from './PlanTable';
import { nodesOf, resolveLinks } from './plan';
import { Timeline } from './Timeline';
import { Toolbar } from './Toolbar';
import { Undated } from './Undated';
import { useLinks } from './useLinks';

export default function RoadmapPage() {
  const t = useT();
  const { project } = useParams({ from: '/app/projects/$project/roadmap' });
  const plan = useQuery(roadmapQuery(project));
  return (
    <Page title={t('roadmap.title')} wide>
      {plan.data ? (
        <Plan project={project} plan={plan.data} />
      ) : (
        <>
          <PageHeader title={t('roadmap.title')} />
          {plan.isError ? <ErrorState error={plan.error} onRetry={() => void plan.refetch()} /> : <Loading rows={8} />}
        </>
      )}
    </Page>
  );
}

function Plan({ project, plan }: { project: string; plan: Roadmap }) {
  const t = useT();
  const { may } = useFrame(project);
  const { view } = useSearch({ from: '/app/projects/$project/roadmap' });
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const nodes = useMemo(() => nodesOf(plan), [plan]);
  const links = useLinks(project, nodes);
  const shown = links.refused?.cycle ?? plan.schedule.cycle ?? [];
  const ctx: RoadmapState = {
    project,
    plan,
    nodes,
    resolvedLinks: useMemo(() => resolveLinks(plan), [plan]),
    may,
    ask: setAsked,
    join: links.join,
    change: links.change,
    unlink: links.unlink,
    cycle: new Set(shown),
  };
  const empty = nodes.size === 0 && plan.milestones.length === 0;
  return (
    <RoadmapProvider value={ctx}>
      <PageHeader title={t('roadmap.title')} lead={empty ? t('roadmap.lead') : <Lead />} actions={<Toolbar />} />
      <CycleAlert refused={links.refused} onForget={links.forget} />
      {empty ? <Nothing may={may.write} onCreate={() => setAsked({ kind: 'node', type: 'epic' })} /> : null}
      {!empty && (view === 'table' ? <PlanTable /> : <Timeline />)}
      {!empty && view !== 'table' && <Undated />}
      {asked !== null && <Dialogs asked={asked} onClose={() => setAsked(null)} />}
    </RoadmapProvider>
  );
}

function Nothing(props: { may: boolean; onCreate: () => void }) {
  const t = useT();
  return (
    <EmptyState
      icon={IconMap2}
      title={t('roadmap.emptyTitle')}
      text={t('roadmap.emptyText')}
      action={props.may && <Button onClick={props.onCreate}>{t('epics.new_epic')}</Button>}
    />
  );
}
