import { Button, Group, Switch, Text } from '@mantine/core';
import { IconMap2, IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useFrame } from '../../api/frame';
import { roadmapQuery } from '../../api/roadmap';
import type { NodeType, PlanNode, Roadmap } from '../../api/types.gen';
import { useT } from '../../i18n';
import { useCommands } from '../../shell/registry';
import { Page, PageHeader } from '../../ui/Page';
import { SearchField } from '../../ui/SearchField';
import { EmptyState, ErrorState, Loading } from '../../ui/State';
import { affectedBy } from '../roadmap/plan';
import { DeleteNode } from './DeleteNode';
import { EpicTable } from './EpicTable';
import { groupsOf } from './list';
import { NodeForm } from './NodeForm';

type Asked = { kind: 'form'; type: NodeType; node?: PlanNode; parent?: string } | { kind: 'delete'; node: PlanNode };

export default function EpicsPage() {
  const t = useT();
  const { project } = useParams({ from: '/app/projects/$project/epics' });
  const { may, sees_rates } = useFrame(project);
  const plan = useQuery(roadmapQuery(project));
  const [asked, setAsked] = useState<Asked | null>(null);
  const make = (type: NodeType) => setAsked({ kind: 'form', type });
  const close = () => setAsked(null);
  useCommands(may.write ? [{ id: 'new-epic', label: t('epics.new_epic'), run: () => make('epic') }] : []);
  const empty = plan.data && plan.data.epics.length + plan.data.super_epics.length === 0;
  return (
    <Page title={t('epics.title')} wide>
      <PageHeader
        title={t('epics.title')}
        lead={t('epics.lead')}
        actions={<Actions project={project} write={may.write && !empty} onMake={make} />}
      />
      {plan.isPending && <Loading rows={6} />}
      {plan.isError && plan.data === undefined && <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />}
      {empty && (
        <EmptyState
          icon={IconStack2}
          title={t('epics.emptyTitle')}
          text={t('epics.emptyText')}
          action={may.write && <Button onClick={() => make('epic')}>{t('epics.new_epic')}</Button>}
        />
      )}
      {plan.data && !empty && <Listed project={project} plan={plan.data} onAsk={setAsked} />}
      {plan.data && !empty && !sees_rates && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('epics.costHidden')}
        </Text>
      )}
      {asked?.kind === 'form' && (
        <NodeForm project={project} kind={asked.type} node={asked.node} parent={asked.parent} onClose={close} />
      )}
      {asked?.kind === 'delete' && plan.data && (
        <DeleteNode project={project} node={asked.node} {...affectedBy(plan.data, asked.node)} onClose={close} />
      )}
    </Page>
  );
}

function Actions(props: { project: string; write: boolean; onMake: (type: NodeType) => void }) {
  const t = useT();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMap2 size={18} aria-hidden />}
        renderRoot={(given) => <Link {...given} to="/projects/$project/roadmap" params={{ project: props.project }} />}
      >
        {t('epics.roadmap')}
      </Button>
      {props.write && (
        <>
          <Button variant="default" onClick={() => props.onMake('super_epic')}>
            {t('epics.new_super_epic')}
          </Button>
          <Button onClick={() => props.onMake('epic')}>{t('epics.new_epic')}</Button>
        </>
      )}
    </>
  );
}

function Listed(props: { project: string; plan: Roadmap; onAsk: (asked: Asked) => void }) {
  const t = useT();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const groups = groupsOf(props.plan, { text, open });
  return (
    <>
      <Group mb="md" gap="md">
        <SearchField label={t('epics.search')} value={text} onChange={setText} />
        <Switch label={t('epics.openOnly')} checked={open} onChange={(event) => setOpen(event.currentTarget.checked)} />
      </Group>
      {groups.length === 0 ? (
        <Text c="dimmed" role="status">
          {t('epics.noneFit')}
        </Text>
      ) : (
        <EpicTable
          project={props.project}
          groups={groups}
          onEdit={(node) => props.onAsk({ kind: 'form', type: node.kind, node })}
          onAdd={(node) => props.onAsk({ kind: 'form', type: 'epic', parent: node.uuid })}
          onDelete={(node) => props.onAsk({ kind: 'delete', node })}
        />
      )}
    </>
  );
}
