import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import type { OpenAPI } from '../../api/openapi';
import en from '../../i18n/en/index';
import fr from '../../i18n/fr/index';
import { newTranslate, type Translate } from '../../i18n/translate';
import { anchorIn, curlOf, filterGroups, groupsOf } from './operations';
import { boundsOf, insideOf, kindOf, resolved, type UnitText } from './schema';

const api = JSON.parse(readFileSync(new URL('../../../../docs/api/openapi.json', import.meta.url), 'utf8')) as OpenAPI;
const calls = groupsOf(api).flatMap((group) => group.calls);

describe('the operations', () => {
  it('are all of the document, each once', () => {
    const listed = Object.values(api.paths).flatMap((item) => Object.values(item).map((call) => call.operationId));
    expect(calls.map((call) => call.operationId).sort()).toEqual(listed.sort());
    expect(calls.length).toBeGreaterThanOrEqual(40);
  });

  it('are found by every word of a search', () => {
    const names = (search: string) =>
      filterGroups(groupsOf(api), search).flatMap((group) => group.calls.map((call) => call.operationId));
    expect(names('')).toHaveLength(calls.length);
    expect(names('PUT tickets')).toContain('updateTicket');
    expect(names('tickets:write').every((name) => !name.startsWith('get'))).toBe(true);
    expect(names('no such thing')).toEqual([]);
  });

  it('have a command for the reader’s address, with their examples', () => {
    const call = calls.find(({ operationId }) => operationId === 'updateTicket');
    const text = call && curlOf(call, 'https://earnest.example/api/v1');
    expect(text).toContain(
      "curl -X PUT 'https://earnest.example/api/v1/tickets/01958a4b-96d8-7e24-8c71-5b2f0d9a6e43' \\\n",
    );
    expect(text).toContain('"Authorization: Bearer $EARNEST_KEY"');
    expect(text).toContain('"story_points": 5');
    for (const one of calls) expect(curlOf(one, 'b')).not.toMatch(/[{}]uuid|undefined/);
  });

  it('keep quotes within their text', () => {
    const text = curlOf(
      {
        ...calls[0],
        method: 'post',
        requestBody: { content: { 'application/json': { example: { title: "l'été" } } } },
      } as (typeof calls)[number],
      'b',
    );
    expect(text).toContain(String.raw`l'\''été`);
  });
});

describe('schemas', () => {
  it('are resolved through references and lists', () => {
    expect(resolved(api, { $ref: '#/components/schemas/Ticket' }).properties?.title?.type).toBe('string');
    const whole = api.paths['/tickets/{uuid}']?.get?.responses['200']?.content?.['application/json']?.schema ?? {};
    const data = insideOf(api, whole)?.properties?.data ?? {};
    expect(kindOf(api, data)).toEqual({ words: [], model: 'TicketDetail', list: false, nullable: false });
    expect(Object.keys(insideOf(api, data)?.properties ?? {})).toContain('subtasks_done');
    const { subtasks } = insideOf(api, data)?.properties ?? {};
    expect(subtasks && kindOf(api, subtasks)).toMatchObject({ model: 'Subtask', list: true });
  });

  it('say what bounds a value', () => {
    const say =
      (t: Translate): UnitText =>
      (unit, count) =>
        t(`reference.${unit}`, { count });
    const [english, french] = [say(newTranslate('en', en)), say(newTranslate('fr', fr))];
    expect(boundsOf(api, { type: 'string', minLength: 1, maxLength: 5 }, english)).toEqual(['1–5 characters']);
    expect(boundsOf(api, { type: 'string', minLength: 1, maxLength: 5 }, french)).toEqual(['1–5 caractères']);
    expect(boundsOf(api, { type: 'array', minItems: 1 }, french)).toEqual(['≥ 1 élément']);
    expect(boundsOf(api, { type: 'number', minimum: 0 }, english)).toEqual(['≥ 0']);
    expect(boundsOf(api, { enum: ['a', null], default: 'a' }, english)).toEqual(['"a" | null', '= "a"']);
    expect(kindOf(api, { type: ['string', 'null'] })).toEqual({
      words: ['string'],
      list: false,
      nullable: true,
      model: undefined,
    });
  });

  it('of every operation have something inside, so that nothing is shown empty', () => {
    for (const call of calls) {
      for (const [status, answer] of Object.entries(call.responses)) {
        const schema = answer.content?.['application/json']?.schema;
        if (status < '300' && schema) expect(insideOf(api, schema), call.operationId).toBeDefined();
      }
    }
  });
});

test('an address that cannot be decoded leads nowhere', () => {
  expect(['#listTickets', '#a%20b', '#%', ''].map(anchorIn)).toEqual(['listTickets', 'a b', '', '']);
});
