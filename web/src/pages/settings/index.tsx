import { Link, Navigate, useParams } from '@tanstack/react-router';
import type { FC } from 'react';
import { useFrame } from '../../api/frame';
import { useT } from '../../i18n';
import { Page, PageHeader } from '../../ui/Page';
import { BudgetTab } from './budget/BudgetTab';
import { DangerTab } from './danger/DangerTab';
import { GeneralTab } from './general/GeneralTab';
import { MembersTab } from './members/MembersTab';
import classes from './settings.module.css';
import { StatusesTab } from './statuses/StatusesTab';
import { isTab, type Tab, tabIcons, tabs } from './tabs';
import { TagsTab } from './tags/TagsTab';
import { TypesTab } from './types/TypesTab';

const bodies: Record<Tab, FC<{ project: string }>> = {
  general: GeneralTab,
  members: MembersTab,
  tags: TagsTab,
  statuses: StatusesTab,
  types: TypesTab,
  budget: BudgetTab,
  danger: DangerTab,
};

export default function SettingsPage() {
  const t = useT();
  const { project, tab } = useParams({ from: '/app/projects/$project/settings/$tab' });
  const { name } = useFrame(project).project;
  if (!isTab(tab)) return <Navigate to="/projects/$project/settings" params={{ project }} replace />;
  const Body = bodies[tab];
  return (
    <Page title={t('settings.titleOf', { tab: t(`settings.tab_${tab}`), name })}>
      <PageHeader title={t('settings.title')} lead={name} />
      <div className={classes.frame}>
        <Tabs project={project} />
        <div className={classes.body}>
          <Body key={project} project={project} />
        </div>
      </div>
    </Page>
  );
}

function Tabs(props: { project: string }) {
  const t = useT();
  return (
    <nav aria-label={t('settings.tabs')} className={classes.tabs}>
      {tabs.map((tab) => {
        const Sign = tabIcons[tab];
        return (
          <Link
            key={tab}
            to="/projects/$project/settings/$tab"
            params={{ project: props.project, tab }}
            activeOptions={{ includeSearch: false }}
            className={classes.tab}
          >
            <Sign size={18} stroke={1.8} aria-hidden />
            {t(`settings.tab_${tab}`)}
          </Link>
        );
      })}
    </nav>
  );
}
