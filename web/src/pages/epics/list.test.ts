import { expect, test } from 'vitest';
import type { PlanNode, Roadmap } from '../../api/types.gen';
import { changedFields } from '../../changedFields';
import { groupsOf } from './list';
import { inputOf, startOf } from './NodeForm';

const node = (uuid: string, parent: string | null, status = 'todo') =>
  ({ uuid, title: uuid, parent_uuid: parent, status }) as PlanNode;
const plan = {
  super_epics: [node('Boutique', null), node('Vide', null, 'done')],
  epics: [node('Achat', 'Boutique'), node('Payé', 'Boutique', 'done'), node('Seul', null)],
} as Partial<Roadmap> as Roadmap;
const told = (text: string, open = false) =>
  groupsOf(plan, { text, open }).map((group) => `${group.node?.uuid ?? '-'}: ${group.epics.map((one) => one.uuid)}`);

test('epics stand below their super-epics, those without one at the end', () => {
  expect(told('')).toEqual(['Boutique: Achat,Payé', 'Vide: ', '-: Seul']);
});

test('a search finds by the name of an epic or of its super-epic, whatever the accents', () => {
  expect(told('paye')).toEqual(['Boutique: Payé']);
  expect(told('BOUT')).toEqual(['Boutique: Achat,Payé']);
  expect(told('nothing')).toEqual([]);
});

test('what is done can be left out', () => {
  expect(told('', true)).toEqual(['Boutique: Achat', '-: Seul']);
});

test('the form sends what it asked for, and nothing else', () => {
  expect(inputOf('epic', { title: ' Pay ', status: 'todo', super_epic_uuid: '', tags: 'a,b' })).toEqual({
    title: 'Pay',
    status: 'todo',
    super_epic_uuid: null,
    start_date: null,
    target_date: null,
    tags: ['a', 'b'],
  });
  expect(inputOf('super_epic', { title: 'Shop', status: 'done', description: ' ' })).toEqual({
    title: 'Shop',
    status: 'done',
  });
});

test('an edit sends what was changed in the form, so that the changes of others stay', () => {
  const epic = { ...node('Pay', 'Shop'), start_date: '2026-03-09', target_date: null, tags: ['a', 'b'] };
  const dates = { start_date: '2026-03-09', target_date: '' };
  const typed = { title: 'Pay', status: 'todo', super_epic_uuid: 'Shop', tags: 'a,b', ...dates };
  const sent = (more: object) => changedFields(startOf('epic', epic), inputOf('epic', { ...typed, ...more }));
  expect(sent({})).toEqual({});
  expect(sent({ title: 'Paid ' })).toEqual({ title: 'Paid' });
  expect(sent({ super_epic_uuid: '', tags: 'a' })).toEqual({ super_epic_uuid: null, tags: ['a'] });
  expect(sent({ tags: '' })).toEqual({ tags: [] });
  expect(sent({ start_date: '', target_date: '2026-04-01' })).toEqual({ start_date: null, target_date: '2026-04-01' });
  const group = { ...node('Shop', null, 'done'), tags: [] };
  expect(changedFields(startOf('super_epic', group), inputOf('super_epic', { title: 'Shop', status: 'todo' }))).toEqual(
    {
      status: 'todo',
    },
  );
});
