import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiError } from '../../api/http';
import { ticketQuery } from '../../api/tickets';
import type { Week, WeekEntry } from '../../api/types.gen';
import { Cell } from './Cell';
import { EntryList } from './EntryList';
import { newWeek, renderText, ticket } from './testing';
import { useTimedTicket } from './useTimedTicket';

const nothing = () => undefined;
const changes = { log: nothing, save: nothing, remove: nothing };

const listOf = (week: Week, entries: WeekEntry[]) =>
  renderText(
    new QueryClient(),
    <EntryList
      week={week}
      changes={changes}
      ticket={ticket('t1', 'One')}
      day="2026-11-09"
      entries={entries}
      onClose={nothing}
    />,
  );
const count = (text: string, part: string) => text.split(part).length - 1;

test('who may change time gets a form for each entry, but not for one that the server does not know yet', () => {
  const known = { uuid: 'a', minutes: 60, comment: 'Known', version: '1' };
  const coming = { uuid: 'coming 0', minutes: 30, comment: 'Just typed', version: '' };
  const list = listOf(newWeek(), [known, coming]);
  expect([count(list, '<form'), count(list, 'Delete')]).toEqual([1, 1]);
  expect(list).toContain('Just typed');
});

test('a viewer reads the entries and is offered no change of them', () => {
  const week = newWeek();
  const viewed = { ...week, projects: week.projects.map((project) => ({ ...project, write: false })) };
  const list = listOf(viewed, [{ uuid: 'a', minutes: 60, comment: 'With the bank', version: '1' }]);
  expect(list).toContain('With the bank');
  for (const offer of ['<form', '<button', '<input']) expect(list).not.toContain(offer);
});

const cellOf = (comment: string | null, mayChange: boolean) =>
  renderText(
    new QueryClient(),
    <Cell
      row={0}
      column={0}
      label="One, Monday"
      entries={[{ uuid: 'a', minutes: 60, comment, version: '1' }]}
      mayLog={false}
      mayChange={mayChange}
      onLog={nothing}
      onSave={nothing}
      onRemove={nothing}
      onOpen={nothing}
    />,
  );

test('the comment of a single entry can be opened by who may only read it', () => {
  expect(cellOf('With the bank', false)).toContain('Open its entry');
  expect(cellOf(null, false)).not.toContain('<button');
  expect(cellOf('With the bank', true)).toContain('<input');
});

async function titleAfter(answer: () => Promise<never>): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  await client.prefetchQuery({ ...ticketQuery('t1'), queryFn: answer });
  function Title() {
    const { title } = useTimedTicket({ ticket: 't1', since: 0 });
    return <b>{title}</b>;
  }
  return renderText(client, <Title />);
}

test('a timer says that its ticket cannot be seen only when the server says so', async () => {
  const refusal = (status: number, code: string) => () =>
    Promise.reject(new ApiError({ status, code, field: null, message: code, retryAfter: null }));
  expect(await titleAfter(refusal(404, 'not_found'))).toContain('cannot see');
  expect(await titleAfter(refusal(403, 'forbidden'))).toContain('cannot see');
  expect(await titleAfter(refusal(0, 'unreachable'))).not.toContain('cannot see');
});
