// The currency of new projects, and exchange rates.

import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { del, get, post, put } from './http';
import { projectsKey } from './projects';
import type { Currencies, ExchangeRateBody } from './types.gen';

export const currenciesQuery = queryOptions({
  queryKey: ['currencies'],
  queryFn: ({ signal }) => get<Currencies>('/admin/currency', undefined, signal),
});

export const setCurrency = (currency: string | null) => put<Currencies>('/admin/currency', { currency });
export const addExchangeRate = (rate: ExchangeRateBody) => post<Currencies>('/admin/exchange-rates', rate);
export const deleteExchangeRate = (id: number) => del(`/admin/exchange-rates/${id}`);

/** Returns a function that reads again what depends on currencies and rates, portfolios included. */
export function useRefreshCurrencies(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([currenciesQuery.queryKey, projectsKey].map((queryKey) => client.invalidateQueries({ queryKey })));
}
