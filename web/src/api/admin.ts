// What administrators see of the whole instance: plans, quotas, the change log, health and backups.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { del, get, post, queryOf } from './http';
import type { Key, KeyUse } from './keys';
import type { Plan } from './session';
import type { PlanGrid } from './users';

export interface Plans {
  grid: PlanGrid;
  plans: { plan: Plan; api: boolean; users: number; inactive: number }[];
  /** Accounts that began before the grid. */
  early: number;
  /** Those of them whose plan would not open the API. */
  grandfathered: number;
  limits: { hour: number; month: number };
}

export const plansQuery = queryOptions({
  queryKey: ['users', 'plans'],
  queryFn: ({ signal }) => get<Plans>('/admin/plans', undefined, signal),
  staleTime: 30_000,
});

export interface KeyQuota extends Pick<Key, 'id' | 'prefix' | 'name' | 'state'> {
  user: { id: number; name: string; email: string; active: boolean };
  hour: KeyUse;
  month: KeyUse;
}

export interface AddressQuota {
  address: string;
  throttled: boolean;
  hour: KeyUse;
  month: KeyUse;
}

export interface AddressTries {
  address: string;
  failed: number;
  locked: boolean;
  until: string;
}

export interface Quotas {
  limits: { hour: number; month: number };
  keys: KeyQuota[];
  addresses: AddressQuota[];
  sign_ins: AddressTries[];
  locked_accounts: number;
}

export type Span = 'hour' | 'month';
export const quotasQuery = (by: Span) =>
  queryOptions({
    queryKey: ['quotas', by],
    queryFn: ({ signal }) => get<Quotas>('/admin/quotas', { by }, signal),
    staleTime: 0,
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  });

/** FinanceKey is an API key that may read finance, and the projects of which its owner may not know the cost. */
export interface FinanceKey extends Pick<Key, 'id' | 'prefix' | 'name'> {
  owner: { user_id: number; name: string; email: string };
  projects: { uuid: string; name: string }[];
}

export const financeKeysQuery = queryOptions({
  queryKey: ['quotas', 'finance-keys'],
  queryFn: ({ signal }) => get<{ keys: FinanceKey[]; more: boolean }>('/admin/finance-keys', undefined, signal),
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

export type LogValue = string | number | boolean | string[] | null;

export interface LogChange {
  id: number;
  at: string;
  /** null: the command line. */
  user: { id: number; name: string } | null;
  key_name: string | null;
  /** null: it belongs to no project; without uuid and name: to one that is gone. */
  project: { uuid: string | null; name: string | null } | null;
  noun: string;
  uuid: string;
  name: string;
  what: string;
  from: LogValue;
  to: LogValue;
  /** The values are not for administrators. */
  hidden: boolean;
}

export interface LogChoices {
  projects: { uuid: string; name: string }[];
  users: { id: number; name: string }[];
  nouns: string[];
}

export const logQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['log', filter],
    queryFn: ({ signal, pageParam }) =>
      get<{ changes: LogChange[]; more: boolean }>('/admin/changes', { ...filter, before: pageParam }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.more ? last.changes.at(-1)?.id : undefined),
    staleTime: 0,
  });

export const logChoicesQuery = queryOptions({
  queryKey: ['log', 'choices'],
  queryFn: ({ signal }) => get<LogChoices>('/admin/changes/choices', undefined, signal),
});

/** logFile is the address of the log as a file, written as the reader's spreadsheet expects. */
export const logFile = (filter: LogFilter, separator: 'comma' | 'semicolon') =>
  `/dash/admin/changes.csv${queryOf({ ...filter, separator })}`;

export type JobName = 'daily' | 'sweep';
export const problems = ['database_slow', 'disk_low', 'days_missing', 'daily_idle', 'job_failed'] as const;
export type Problem = (typeof problems)[number];

export interface Health {
  version: string;
  go: string;
  engine: 'sqlite' | 'postgres';
  database: { ok: boolean; version: string; schema: number; latency_ms: number; size_bytes: number };
  disk: { free: number; total: number } | null;
  jobs: {
    name: JobName;
    shared: boolean;
    here: boolean;
    held_until: string | null;
    last_run: string | null;
    failed: boolean;
  }[];
  behind: number;
  started_at: string;
  uptime: number;
  sessions: number;
  people: number;
  streams: number;
  memory: number;
  goroutines: number;
  problems: Problem[];
  now: string;
}

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => get<Health>('/admin/health', undefined, signal),
  staleTime: 0,
  refetchInterval: 10_000,
});

export interface Backup {
  id: string;
  state: 'running' | 'ready' | 'failed' | 'cancelled' | 'downloaded' | 'expired';
  bytes: number;
  /** About how many there will be. */
  expected: number;
  started_at: string;
  ready_at: string | null;
  expires_at: string | null;
}

export const backupKey = ['backup'] as const;
export const backupQuery = queryOptions({
  queryKey: backupKey,
  queryFn: ({ signal }) => get<{ backup: Backup | null }>('/admin/backup', undefined, signal),
  staleTime: 0,
  refetchInterval: ({ state }) => {
    switch (state.data?.backup?.state) {
      case 'running':
        return 500;
      case 'ready': // a download ends it
        return 2_000;
      default:
        return false;
    }
  },
});

export const startBackup = () => post<Backup>('/admin/backup');
export const cancelBackup = (id: string) => del<Backup>(`/admin/backup/${id}`);
export const backupFile = (id: string) => `/dash/admin/backup/${id}/file`;
