// The money of a project: the indicators of earned value, and what they are drawn from.

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { get } from './http';
import type { Finance, FinancePage } from './types.gen';

/** Indicator is a number of Finance by its name on the wire. */
export type Indicator = Exclude<keyof Finance, 'project_uuid'>;

/** financeKey begins the keys of all that is worked out from the points, time and money of a project. */
export const financeKey = (project: string) => [...projectKey(project), 'finance'] as const;

/** financeQuery is the finance of a project on a day; today's when none is given. */
export const financeQuery = (project: string, asOf?: string) =>
  queryOptions({
    queryKey: [...financeKey(project), 'page', asOf ?? ''] as const,
    queryFn: ({ signal }) => get<FinancePage>(`/projects/${project}/finance`, { as_of: asOf }, signal),
    placeholderData: keepPreviousData,
  });
