import type { Texts } from '../texts';

export const words = {
  priority_critique: 'Critical',
  priority_haute: 'High',
  priority_normale: 'Normal',
  priority_faible: 'Low',
  status_backlog: 'Backlog',
  status_todo: 'To do',
  status_in_progress: 'In progress',
  status_in_review: 'In review',
  status_done: 'Done',
  status_blocked: 'Blocked',
  sprint_planning: 'Planning',
  sprint_active: 'Active',
  sprint_completed: 'Completed',
  role_owner: 'Owner',
  role_admin: 'Admin',
  role_member: 'Member',
  role_viewer: 'Viewer',
  health_good: 'On track',
  health_amber: 'At risk',
  health_red: 'In trouble',
  health_none: 'No figure yet',
  points: { one: '{count} point', other: '{count} points' },
  unestimated: 'Not estimated',
  costHidden:
    'This project shows cost only to its owner and admins. You see budget, points, planned and earned value, and dates.',
} satisfies Texts;
