import {
  type Icon,
  IconAdjustments,
  IconAlertOctagon,
  IconCategory,
  IconCoins,
  IconProgressCheck,
  IconTags,
  IconUsers,
} from '@tabler/icons-react';

export const tabs = ['general', 'members', 'tags', 'statuses', 'types', 'budget', 'danger'] as const;
export type Tab = (typeof tabs)[number];

export const isTab = (text: string): text is Tab => tabs.some((tab) => tab === text);

export const tabIcons: Record<Tab, Icon> = {
  general: IconAdjustments,
  members: IconUsers,
  tags: IconTags,
  statuses: IconProgressCheck,
  types: IconCategory,
  budget: IconCoins,
  danger: IconAlertOctagon,
};
