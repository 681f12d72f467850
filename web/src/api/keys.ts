// The current user's API keys.

import { queryOptions } from '@tanstack/react-query';
import { del, get, post, put } from './http';
import type { ApiKey, KeyBody, KeyList, NewKey, RotateBody } from './types.gen';

export const keysKey = ['keys'] as const;
export const keysQuery = queryOptions({
  queryKey: keysKey,
  queryFn: ({ signal }) => get<KeyList>('/keys', undefined, signal),
  // The usage gauges change with every API call.
  staleTime: 0,
});

export const createKey = (body: KeyBody) => post<NewKey>('/keys', body);
export const saveKey = (id: number, body: Partial<KeyBody>) => put<ApiKey>(`/keys/${id}`, body);
export const rotateKey = (id: number, overlapHours: number) =>
  post<NewKey>(`/keys/${id}/rotate`, { overlap_hours: overlapHours } satisfies RotateBody);
export const revokeKey = (id: number) => del<ApiKey>(`/keys/${id}`);
