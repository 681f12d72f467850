// Describes changes that were not sent, for their author.
import type { SentRequest } from '../api/http';
import { ticketIn } from '../api/resend';
import { replacedFields } from '../changedFields';
import type { Translate } from '../i18n';
import type { Format } from '../i18n/format';
import type { Versions } from '../ui/Clash';

const nouns: Record<string, string> = {
  tickets: 'ticket',
  bulk: 'ticket',
  subtasks: 'subtask',
  sprints: 'sprint',
  epics: 'epic',
  'super-epics': 'super-epic',
  milestones: 'milestone',
  links: 'link',
  tags: 'tag',
  types: 'type',
  statuses: 'status',
  time: 'time_entry',
  commentary: 'commentary',
};

/** What kind of thing a request changes: the last part of its path that names one. */
const nounOf = ({ path }: SentRequest): string =>
  path
    .split('/')
    .map((part) => nouns[part])
    .findLast((noun) => noun !== undefined) ?? 'project';

/** The tickets that a request changes. */
export function ticketsOf(request: SentRequest): string[] {
  const uuid = ticketIn(request);
  if (uuid !== undefined) return [uuid];
  const { tickets = [], moves = [] } = Object(request.body) as { tickets?: string[]; moves?: { uuid: string }[] };
  return [...tickets, ...moves.map((move) => move.uuid)];
}

/** The text that is written in a field; undefined if its value is not for reading, such as the id of a sprint. */
export function textOf(field: string, value: unknown): string | undefined {
  if (field === 'acceptance_criteria' && Array.isArray(value)) return value.join('\n');
  const isText = ['title', 'description', 'goal', 'name', 'label', 'content', 'reason'].includes(field);
  return isText ? String(value ?? '') : undefined;
}

/** A value of a field in words; for a list of what has no text of its own, their number. */
function valueText(t: Translate, format: Format, field: string, value: unknown): string {
  if (value === null || value === '') return t('common.none');
  if (field !== 'acceptance_criteria' && Array.isArray(value)) return format.number(value.length);
  const text = textOf(field, value) ?? String(value);
  return /_date$/.test(field) ? format.date(text) : text;
}

/** The fields that a kept change would replace although their values are no longer those that its author has seen, in both versions. */
export function versionsOf(t: Translate, format: Format, request: SentRequest, theirs: object): Versions[] {
  const mine = Object(request.body) as Record<string, unknown>;
  return Object.entries(replacedFields(theirs, mine)).map(([field, value]) => ({
    label: fieldName(t, field),
    mine: valueText(t, format, field, mine[field]),
    theirs: valueText(t, format, field, value),
  }));
}

/** The name of a field, if it has one. */
export function fieldName(t: Translate, field: string): string | undefined {
  const name = field.replace(/_uuid$/, '');
  return [`ticket.what_${name}`, `changes.field_${name}`].map((key) => (t.has(key) ? t(key) : undefined)).find(Boolean);
}

/** What a request would change, in words: the kind of thing, and its fields with what was typed into them. */
export function describeRequest(t: Translate, request: SentRequest): { noun: string; fields: string[] } {
  const key = `changes.noun_${nounOf(request)}`;
  const { set, place, after_uuid, before_uuid, moves, ...rest } = Object(request.body) as Record<string, unknown>;
  const fields = Object.entries({ ...rest, ...Object(set) }).flatMap(([field, value]) => {
    const [name, text] = [fieldName(t, field), textOf(field, value)];
    if (text !== undefined) return `${name ?? t('changes.field_name')}: ${text}`;
    return name ?? [];
  });
  if (place ?? after_uuid ?? before_uuid) fields.push(t('changes.event_rank'));
  if (moves !== undefined) fields.push(t('common.undo'));
  return { noun: t.has(key) ? t(key) : '', fields };
}
