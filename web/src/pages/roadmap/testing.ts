// A small plan for unit tests.
import type { PlanNode, Roadmap } from '../../api/types.gen';

export const node = (uuid: string, more: Partial<PlanNode> = {}): PlanNode => ({
  uuid,
  kind: 'epic',
  title: uuid,
  status: 'todo',
  parent_uuid: null,
  points: 0,
  done_points: 0,
  tickets: 0,
  done_tickets: 0,
  start_date: null,
  target_date: null,
  state: 'not_started',
  planned_start: null,
  planned_finish: null,
  start: null,
  remaining_start: null,
  finish: null,
  late_start: null,
  late_finish: null,
  remaining_days: null,
  total_slack: null,
  free_slack: null,
  critical: false,
  cost: null,
  minutes: 0,
  tags: [],
  ...more,
});
export const from = (start: string, finish: string) => ({ start, finish });
export const link = (pred: string, succ: string) => ({
  uuid: `${pred}>${succ}`,
  type: 'FS' as const,
  pred_type: 'epic' as const,
  pred_uuid: pred,
  succ_type: 'epic' as const,
  succ_uuid: succ,
  lag_days: 0,
});
export const plan = (more: Partial<Roadmap> = {}): Roadmap => ({
  super_epics: [
    node('shop', { kind: 'super_epic', ...from('2026-03-01', '2026-04-30'), tickets: 3 }),
    node('later', { kind: 'super_epic' }),
  ],
  epics: [
    node('sell', { parent_uuid: 'shop', ...from('2026-04-01', '2026-04-30'), critical: true }),
    node('build', { parent_uuid: 'shop', ...from('2026-03-01', '2026-03-31'), critical: true }),
    node('alone', from('2026-03-15', '2026-03-20')),
    node('idea', { parent_uuid: 'later' }),
  ],
  links: [link('build', 'sell'), link('build', 'alone'), link('gone', 'sell')],
  milestones: [],
  schedule: {
    planned_finish: null,
    forecast_finish: '2026-04-30',
    capacity_finish: null,
    chains: [['build', 'sell']],
    chains_more: 0,
    pushed: [{ link: 'build>alone', pred: 'build', succ: 'alone', days: 3 }],
    cycle: null,
  },
  today: '2026-03-10',
  ...more,
});
