import {
  type Icon,
  IconKey,
  IconLayoutKanban,
  IconListDetails,
  IconSettings,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import type { TextKey } from '../i18n';

export interface ProjectPage {
  to: '/projects/$project/board' | '/projects/$project/backlog' | '/projects/$project/settings';
  text: TextKey;
  icon: Icon;
  /** The second key of the shortcut "g …". */
  key: string;
  shortcut: TextKey;
}

/** projectPages is the navigation of a project, in order. A page that comes to the product gets its line here. */
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
    to: '/projects/$project/settings',
    text: 'shell.settings',
    icon: IconSettings,
    key: 's',
    shortcut: 'shell.shortcutGoSettings',
  },
];

/** settingsHome is the tab of the settings that opens first. */
export const settingsHome = 'general';

export interface AccountPage {
  to: '/account' | '/account/keys' | '/account/users';
  text: TextKey;
  icon: Icon;
  admin?: boolean;
}

/** accountPages is the navigation below /account. */
export const accountPages: readonly AccountPage[] = [
  { to: '/account', text: 'shell.account', icon: IconUser },
  { to: '/account/keys', text: 'shell.keys', icon: IconKey },
  { to: '/account/users', text: 'shell.people', icon: IconUsers, admin: true },
];
