// What a change to an account means, shown before saving.

import { type PlanGrid, planValues, type UserInfo, type UserPatchBody } from '../../api/types.gen';
import { changedFields } from '../../changedFields';

/** The editable fields of an account. */
export type Draft = Required<UserPatchBody>;

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
  /** Whether it takes something away from the user. */
  harm: boolean;
  count?: number;
}

/** Whether a plan includes the API. */
const includesApi = (grid: PlanGrid, plan: UserInfo['plan']) =>
  planValues.indexOf(plan) >= planValues.indexOf(grid.api_from);

/** The consequences of a draft, in reading order. */
export function consequences(user: UserInfo, draft: Draft, grid: PlanGrid, self: boolean): Consequence[] {
  const list: Consequence[] = [];
  if (user.active && !draft.active) list.push({ text: self ? 'shutSelf' : 'shutOut', harm: true });
  if (!user.active && draft.active) list.push({ text: 'letIn', harm: false });
  if (!user.is_admin && draft.is_admin) list.push({ text: 'adminBegins', harm: false });
  if (user.is_admin && !draft.is_admin) list.push({ text: self ? 'adminEndsSelf' : 'adminEnds', harm: true });
  if (draft.active) list.push(...ofAPI(user, draft, grid)); // an inactive account has no access at all
  return list;
}

function ofAPI(user: UserInfo, draft: Draft, grid: PlanGrid): Consequence[] {
  const byPlan = includesApi(grid, draft.plan);
  const byDate = draft.subscribed_at < grid.since;
  const after = byPlan || byDate;
  if (after && !user.api_access) return [{ text: byPlan ? 'apiOpens' : 'apiKept', harm: false }];
  if (after && !byPlan && !user.grandfathered) return [{ text: 'apiKeptStill', harm: false }];
  if (after || !user.api_access) return [];
  const closes: Consequence = { text: 'apiCloses', harm: true };
  return user.keys === 0 ? [closes] : [closes, { text: 'keysRefused', harm: true, count: user.keys }];
}

export const draftOf = ({ plan, active, is_admin, subscribed_at }: UserInfo): Draft => ({
  plan,
  active,
  is_admin,
  subscribed_at,
});

export const changed = (user: UserInfo, draft: Draft): UserPatchBody => changedFields(draftOf(user), draft);
