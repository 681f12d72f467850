import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { cacheTicket, currentTicket } from './ticketChanges';
import { ticketQuery } from './tickets';
import type { Ticket } from './types.gen';

const ticketWith = (...acceptance_criteria: string[]) =>
  ({ uuid: 't', project_uuid: 'p', acceptance_criteria }) as Ticket;

test('a read that began before a change does not bring back the old ticket', async () => {
  const client = new QueryClient();
  const { queryKey } = ticketQuery('t');
  client.setQueryData(queryKey, ticketWith());
  const answers: ((ticket: Ticket) => void)[] = [];
  const read = client.fetchQuery({ queryKey, queryFn: () => new Promise<Ticket>((resolve) => answers.push(resolve)) });
  cacheTicket(client, 'p', 't', ticketWith('added'));
  expect(answers).toHaveLength(2);
  answers[0]?.(ticketWith());
  await Promise.resolve();
  expect(client.getQueryData(queryKey)?.acceptance_criteria).toEqual(['added']);
  answers[1]?.(ticketWith('added', 'by somebody else'));
  await read;
  expect(client.getQueryData(queryKey)?.acceptance_criteria).toEqual(['added', 'by somebody else']);
});

test('the current ticket includes changes that wait for the server', () => {
  const client = new QueryClient();
  client.setQueryData(ticketQuery('t').queryKey, ticketWith('one'));
  const save = client.getMutationCache().build(client, {
    mutationKey: ['ticket changes', 'p'],
    mutationFn: () => new Promise(() => undefined),
  });
  void save.execute({ kind: 'save', uuid: 't', patch: { acceptance_criteria: ['one', 'two'] } });
  expect(currentTicket(client, ticketWith('one')).acceptance_criteria).toEqual(['one', 'two']);
});
