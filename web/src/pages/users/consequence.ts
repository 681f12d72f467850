// What a change of an account means, told before it is made.
import type { KnownUser, PlanGrid, UserChange } from '../../api/users';
import { plans } from '../../api/users';

export interface Consequence {
  text:
    | 'apiOpens'
    | 'apiKept'
    | 'apiKeptStill'
    | 'apiCloses'
    | 'keysRefused'
    | 'shutOut'
    | 'shutSelf'
    | 'letIn'
    | 'adminBegins'
    | 'adminEnds'
    | 'adminEndsSelf';
  /** It takes something away. */
  harm: boolean;
  count?: number;
}

/** opens tells whether a plan opens the API by itself. */
export const opens = (grid: PlanGrid, plan: KnownUser['plan']) => plans.indexOf(plan) >= plans.indexOf(grid.api_from);

/** consequences lists what a draft would bring about, in the order to read it. */
export function consequences(user: KnownUser, draft: UserChange, grid: PlanGrid, self: boolean): Consequence[] {
  const list: Consequence[] = [];
  if (user.active && !draft.active) list.push({ text: self ? 'shutSelf' : 'shutOut', harm: true });
  if (!user.active && draft.active) list.push({ text: 'letIn', harm: false });
  if (!user.is_admin && draft.is_admin) list.push({ text: 'adminBegins', harm: false });
  if (user.is_admin && !draft.is_admin) list.push({ text: self ? 'adminEndsSelf' : 'adminEnds', harm: true });
  if (draft.active) list.push(...ofAPI(user, draft, grid)); // an inactive account has no way in at all
  return list;
}

function ofAPI(user: KnownUser, draft: UserChange, grid: PlanGrid): Consequence[] {
  const byPlan = opens(grid, draft.plan);
  const byDate = draft.subscribed_at < grid.since;
  const after = byPlan || byDate;
  if (after && !user.api_access) return [{ text: byPlan ? 'apiOpens' : 'apiKept', harm: false }];
  if (after && !byPlan && !user.grandfathered) return [{ text: 'apiKeptStill', harm: false }];
  if (after || !user.api_access) return [];
  const closes: Consequence = { text: 'apiCloses', harm: true };
  return user.keys === 0 ? [closes] : [closes, { text: 'keysRefused', harm: true, count: user.keys }];
}

export const draftOf = ({ plan, active, is_admin, subscribed_at }: KnownUser): UserChange => ({
  plan,
  active,
  is_admin,
  subscribed_at,
});

/** changed keeps what differs. */
export function changed(user: KnownUser, draft: UserChange): Partial<UserChange> {
  const before = draftOf(user);
  return Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => before[name as keyof UserChange] !== value),
  ) as Partial<UserChange>;
}
