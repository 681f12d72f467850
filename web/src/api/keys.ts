// The API keys of the person signed in.
import { queryOptions } from '@tanstack/react-query';
import { del, get, post, put } from './http';

export interface KeyUse {
  used: number;
  limit: number;
  resets_at: string;
}

export interface Key {
  id: number;
  name: string;
  prefix: string;
  scopes: string[];
  allow_ips: string[];
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  last_used_ip: string | null;
  state: 'active' | 'expired' | 'revoked';
  hour: KeyUse;
  month: KeyUse;
}

export interface Keys {
  keys: Key[];
  /** Every scope there is, in the order to show them. */
  scopes: string[];
  limits: { hour: number; month: number };
  /** The address this request came from. */
  address: string;
  base_url: string;
  api_access: boolean;
}

export interface KeyInput {
  name: string;
  scopes: string[];
  expires_at: string | null;
  allow_ips: string[];
}

export const keysKey = ['keys'] as const;
export const keysQuery = queryOptions({
  queryKey: keysKey,
  queryFn: ({ signal }) => get<Keys>('/keys', undefined, signal),
  // What others call with the keys shows in the gauges.
  staleTime: 0,
});

export const createKey = (body: KeyInput) => post<{ key: Key; secret: string }>('/keys', body);
export const saveKey = (id: number, body: Partial<KeyInput>) => put<Key>(`/keys/${id}`, body);
export const rotateKey = (id: number, overlapHours: number) =>
  post<{ key: Key; old: Key; secret: string }>(`/keys/${id}/rotate`, { overlap_hours: overlapHours });
export const revokeKey = (id: number) => del<Key>(`/keys/${id}`);
