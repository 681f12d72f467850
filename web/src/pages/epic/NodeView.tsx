import { Anchor, Breadcrumbs, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { nodeQuery } from '../../api/epics';
import { useFrame } from '../../api/frame';
import { hasCode } from '../../api/http';
import type { NodePage, NodeType } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Page, PageHeader } from '../../ui/Page';
import { EmptyState, ErrorState, Loading } from '../../ui/State';
import { EpicTable } from '../epics/EpicTable';
import { Actions } from './Actions';
import { Burnup } from './Burnup';
import { Description } from './Description';
import { Figures } from './Figures';
import { Labels } from './Labels';
import classes from './node.module.css';
import { OpenTickets } from './OpenTickets';

interface Props {
  project: string;
  kind: NodeType;
  uuid: string;
}

/** The page of an epic or super-epic. Stops fetching once it is being deleted. */
export function NodeView({ project, kind, uuid }: Props) {
  const t = useT();
  const [going, setGoing] = useState(false);
  const page = useQuery({ ...nodeQuery(project, kind, uuid), enabled: !going });
  const name = t(kind === 'epic' ? 'epic.title' : 'superepic.title');
  if (page.data) return <Shown project={project} node={page.data} onGoing={setGoing} />;
  return (
    <Page title={name}>
      {page.isPending && <Loading rows={4} height={120} />}
      {page.isError && hasCode(page.error, 'not_found') && <Gone project={project} />}
      {page.isError && !hasCode(page.error, 'not_found') && (
        <ErrorState order={1} error={page.error} onRetry={() => void page.refetch()} />
      )}
    </Page>
  );
}

function Gone({ project }: { project: string }) {
  const t = useT();
  return (
    <EmptyState
      order={1}
      title={t('common.missingTitle')}
      text={t('common.missingText')}
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/projects/$project/epics" params={{ project }} />}
        >
          {t('epic.toEpics')}
        </Button>
      }
    />
  );
}

function Shown({ project, node, onGoing }: { project: string; node: NodePage; onGoing: (going: boolean) => void }) {
  const t = useT();
  const { sees_rates } = useFrame(project);
  return (
    <Page title={node.title}>
      <NodeBreadcrumbs project={project} node={node} />
      <PageHeader title={node.title} actions={<Actions project={project} node={node} onGoing={onGoing} />} />
      <Labels project={project} node={node} />
      <Figures project={project} node={node} />
      {!sees_rates && (
        <Text size="sm" c="dimmed" mb="md">
          {t('epics.costHidden')}
        </Text>
      )}
      <Burnup node={node} />
      {node.kind === 'super_epic' && (
        <div className={classes.part}>
          <h2>{t('epics.title')}</h2>
          {node.epics.length === 0 ? (
            <p className={classes.quiet}>{t('epic.noEpics')}</p>
          ) : (
            <EpicTable project={project} groups={[{ node: null, epics: node.epics }]} />
          )}
        </div>
      )}
      <div className={classes.columns}>
        <OpenTickets project={project} node={node} />
        <Description project={project} node={node} />
      </div>
    </Page>
  );
}

/** Links back to the list, and from an epic to its super-epic. */
function NodeBreadcrumbs({ project, node }: { project: string; node: NodePage }) {
  const t = useT();
  const { super_epics } = useFrame(project);
  const parent = super_epics.find(({ uuid }) => uuid === node.parent_uuid);
  return (
    <Breadcrumbs component="nav" aria-label={t('epic.path')} mb="xs" separatorMargin="xs">
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/projects/$project/epics" params={{ project }} />}>
        {t('epics.title')}
      </Anchor>
      {parent && (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/projects/$project/super-epics/$superEpic"
              params={{ project, superEpic: parent.uuid }}
            />
          )}
        >
          {parent.title}
        </Anchor>
      )}
    </Breadcrumbs>
  );
}
