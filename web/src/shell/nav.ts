import {
  type Icon,
  IconActivity,
  IconBook,
  IconBriefcase,
  IconChartAreaLine,
  IconChartHistogram,
  IconClock,
  IconCode,
  IconCoins,
  IconFileReport,
  IconFolders,
  IconGauge,
  IconHistory,
  IconKey,
  IconLayoutKanban,
  IconListDetails,
  IconMap2,
  IconReceipt2,
  IconSettings,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import type { TextKey } from '../i18n';

interface ProjectPage {
  to:
    | '/projects/$project/board'
    | '/projects/$project/backlog'
    | '/projects/$project/roadmap'
    | '/projects/$project/finance'
    | '/projects/$project/flow'
    | '/projects/$project/reports'
    | '/projects/$project/settings';
  text: TextKey;
  icon: Icon;
  /** The second key of the shortcut "g …". */
  key: string;
  shortcut: TextKey;
  /** Other project URLs that belong to the page. */
  also?: readonly string[];
}

/** Project navigation, in order. Add new pages here. */
export const projectPages: readonly ProjectPage[] = [
  {
    to: '/projects/$project/board',
    text: 'shell.board',
    icon: IconLayoutKanban,
    key: 'b',
    shortcut: 'shell.shortcutGoBoard',
  },
  {
    to: '/projects/$project/backlog',
    text: 'shell.backlog',
    icon: IconListDetails,
    key: 'l',
    shortcut: 'shell.shortcutGoBacklog',
  },
  {
    to: '/projects/$project/roadmap',
    text: 'shell.roadmap',
    icon: IconMap2,
    key: 'r',
    shortcut: 'shell.shortcutGoRoadmap',
    also: ['epics', 'super-epics'],
  },
  {
    to: '/projects/$project/finance',
    text: 'shell.finance',
    icon: IconChartAreaLine,
    key: 'f',
    shortcut: 'shell.shortcutGoFinance',
    also: ['forecast'],
  },
  {
    to: '/projects/$project/flow',
    text: 'shell.flow',
    icon: IconChartHistogram,
    key: 'w',
    shortcut: 'shell.shortcutGoFlow',
  },
  {
    to: '/projects/$project/reports',
    text: 'shell.reports',
    icon: IconFileReport,
    key: 'e',
    shortcut: 'shell.shortcutGoReports',
  },
  {
    to: '/projects/$project/settings',
    text: 'shell.settings',
    icon: IconSettings,
    key: 's',
    shortcut: 'shell.shortcutGoSettings',
  },
];

/** The settings tab that opens first. */
export const settingsHome = 'general';

interface HomePage {
  to: '/projects' | '/portfolio' | '/time';
  text: TextKey;
  icon: Icon;
  key: string;
  shortcut: TextKey;
}

/** Pages across all projects. */
export const homePages: readonly HomePage[] = [
  { to: '/projects', text: 'shell.projects', icon: IconFolders, key: 'p', shortcut: 'shell.shortcutGoProjects' },
  {
    to: '/portfolio',
    text: 'shell.portfolio',
    icon: IconBriefcase,
    key: 'o',
    shortcut: 'shell.shortcutGoPortfolio',
  },
  { to: '/time', text: 'shell.time', icon: IconClock, key: 't', shortcut: 'shell.shortcutGoTime' },
];

export interface PlainPage {
  to:
    | '/account'
    | '/account/keys'
    | '/guide'
    | '/admin/users'
    | '/admin/plans'
    | '/admin/currencies'
    | '/admin/quotas'
    | '/admin/changes'
    | '/admin/health';
  text: TextKey;
  icon: Icon;
}

/** The current user's pages, below /account. */
export const accountPages: readonly PlainPage[] = [
  { to: '/account', text: 'shell.account', icon: IconUser },
  { to: '/account/keys', text: 'shell.keys', icon: IconKey },
];

/** Instance administration, below /admin. */
export const adminPages: readonly PlainPage[] = [
  { to: '/admin/users', text: 'shell.people', icon: IconUsers },
  { to: '/admin/plans', text: 'shell.plans', icon: IconReceipt2 },
  { to: '/admin/currencies', text: 'shell.currencies', icon: IconCoins },
  { to: '/admin/quotas', text: 'shell.quotas', icon: IconGauge },
  { to: '/admin/changes', text: 'shell.changes', icon: IconHistory },
  { to: '/admin/health', text: 'shell.health', icon: IconActivity },
];

export const helpPages: readonly PlainPage[] = [{ to: '/guide', text: 'shell.guide', icon: IconBook }];

/** The API reference, which the server renders: a link to it leaves the app. */
export const referencePage: { href: string; text: TextKey; icon: Icon } = {
  href: '/docs',
  text: 'shell.reference',
  icon: IconCode,
};
