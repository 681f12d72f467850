// Instance administration: plans, quotas, the change log, health and backups.

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Language } from '../i18n';
import { del, get, post, queryOf } from './http';
import type { Backup, BarredKeys, InstanceHealth, LastBackup, LogChoices, LogList, Plans, Quotas } from './types.gen';

export const plansQuery = queryOptions({
  queryKey: ['users', 'plans'],
  queryFn: ({ signal }) => get<Plans>('/admin/plans', undefined, signal),
  staleTime: 30_000,
});

export type Span = 'hour' | 'month';
export const quotasQuery = (by: Span) =>
  queryOptions({
    queryKey: ['quotas', by],
    queryFn: ({ signal }) => get<Quotas>('/admin/quotas', { by }, signal),
    staleTime: 0,
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  });

export const financeKeysQuery = queryOptions({
  queryKey: ['quotas', 'finance-keys'],
  queryFn: ({ signal }) => get<BarredKeys>('/admin/finance-keys', undefined, signal),
  staleTime: 30_000,
  retry: false,
});

export interface LogFilter {
  project?: string;
  user?: string;
  noun?: string;
  from?: string;
  to?: string;
}

export const logQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['log', filter],
    queryFn: ({ signal, pageParam }) => get<LogList>('/admin/changes', { ...filter, before: pageParam }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.more ? last.changes.at(-1)?.id : undefined),
    staleTime: 0,
  });

/** What is chosen now, and what was typed to find another project or person. */
export interface LogChoiceQuery {
  project?: string;
  user?: string;
  project_text?: string;
  user_text?: string;
}

export const logChoicesQuery = (query: LogChoiceQuery) =>
  queryOptions({
    queryKey: ['log', 'choices', query],
    queryFn: ({ signal }) => get<LogChoices>('/admin/changes/choices', { ...query }, signal),
    placeholderData: keepPreviousData,
  });

/** URL of the log as a CSV file, with the words and the separator that the reader expects. */
export const logFile = (filter: LogFilter, lang: Language) =>
  `/dash/admin/changes.csv${queryOf({ ...filter, lang, separator: lang === 'fr' ? 'semicolon' : 'comma' })}`;

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => get<InstanceHealth>('/admin/health', undefined, signal),
  staleTime: 0,
  refetchInterval: 10_000,
});

export const backupKey = ['backup'] as const;
export const backupQuery = queryOptions({
  queryKey: backupKey,
  queryFn: ({ signal }) => get<LastBackup>('/admin/backup', undefined, signal),
  staleTime: 0,
  refetchInterval: ({ state }) => {
    switch (state.data?.backup?.state) {
      case 'running':
        return 500;
      case 'ready': // downloading the backup ends this state
        return 2_000;
      default:
        return false;
    }
  },
});

export const startBackup = () => post<Backup>('/admin/backup');
export const cancelBackup = (id: string) => del<Backup>(`/admin/backup/${id}`);
export const backupFile = (id: string) => `/dash/admin/backup/${id}/file`;
