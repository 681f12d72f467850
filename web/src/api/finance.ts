// Project finance: the earned-value indicators and the data behind them.

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { get } from './http';
import type { Finance, FinancePage } from './types.gen';

/** The wire name of a number in Finance. */
export type Indicator = Exclude<keyof Finance, 'project_uuid'>;

/** Prefix of the query keys for everything computed from a project's points, time and money. */
export const financeKey = (project: string) => [...projectKey(project), 'finance'] as const;

/** A project's finances on a day; today by default. */
export const financeQuery = (project: string, asOf?: string) =>
  queryOptions({
    queryKey: [...financeKey(project), 'page', asOf ?? ''] as const,
    queryFn: ({ signal }) => get<FinancePage>(`/projects/${project}/finance`, { as_of: asOf }, signal),
    placeholderData: keepPreviousData,
  });
