import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFolderPlus, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { projectsQuery } from '../../api/projects';
import type { OverviewProject } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { useCommands, useShortcuts } from '../../shell/registry';
import { Page, PageHeader } from '../../ui/Page';
import { EmptyState, ErrorState, Loading } from '../../ui/State';
import { CreateProject } from './CreateProject';
import { filterProjects, sortProjects } from './order';
import { PendingInvitations } from './PendingInvitations';
import { ProjectCards } from './ProjectCards';
import { ProjectTable } from './ProjectTable';
import { Toolbar } from './Toolbar';
import { useView } from './view';

export default function ProjectsPage() {
  const t = useT();
  const [creating, create] = useDisclosure(false);
  const projects = useQuery(projectsQuery);
  useShortcuts([{ keys: 'n', label: t('projects.create'), run: create.open }]);
  useCommands([{ id: 'create-project', label: t('projects.create'), run: create.open }]);
  const button = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={create.open}>
      {t('projects.create')}
    </Button>
  );
  const list = projects.data?.projects;
  return (
    <Page title={t('projects.title')}>
      <PageHeader title={t('projects.title')} lead={t('projects.lead')} actions={list?.length ? button : undefined} />
      <PendingInvitations />
      {projects.isPending && <Loading rows={3} height={148} />}
      {projects.isError && list === undefined && (
        <ErrorState error={projects.error} onRetry={() => void projects.refetch()} />
      )}
      {list?.length === 0 && (
        <EmptyState
          icon={IconFolderPlus}
          title={t('projects.emptyTitle')}
          text={t('projects.emptyText')}
          action={button}
        />
      )}
      {list !== undefined && list.length > 0 && <ProjectList projects={list} />}
      <CreateProject opened={creating} onClose={create.close} />
    </Page>
  );
}

/** Matching projects in the chosen order and layout. */
function ProjectList(props: { projects: OverviewProject[] }) {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const { q = '', sort = 'name' } = useSearch({ from: '/app/projects' });
  const [view, setView] = useView();
  const shown = sortProjects(filterProjects(props.projects, q), sort, format.compare);
  const clear = () => void navigate({ to: '.', search: (old) => ({ ...old, q: undefined }), replace: true });
  return (
    <>
      <Toolbar view={view} onView={setView} count={shown.length} />
      {shown.length === 0 && (
        <EmptyState
          icon={IconSearchOff}
          title={t('projects.noneFound', { query: q })}
          action={
            <Button variant="default" onClick={clear}>
              {t('projects.clearSearch')}
            </Button>
          }
        />
      )}
      {shown.length > 0 && (view === 'cards' ? <ProjectCards projects={shown} /> : <ProjectTable projects={shown} />)}
    </>
  );
}
