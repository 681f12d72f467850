// Describes an entry of the change log.
import { type Frame, type HistoryRow, priorityValues } from '../../api/types.gen';
import { type Format, none, type Translate } from '../../i18n';
import type { Words } from '../../i18n/words';

interface Texts {
  t: Translate;
  words: Words;
  format: Format;
  frame: Frame;
}

export function describeChange(change: HistoryRow, speaker: Texts): string {
  const { t } = speaker;
  const name = change.name ?? '';
  const whole = change.what === 'created' || change.what === 'deleted' || change.what === 'restored';
  if (change.noun === 'subtask') {
    if (change.what === 'created') return t('ticket.historySubtaskCreated', { name });
    if (change.what === 'deleted') return t('ticket.historySubtaskDeleted', { name });
    return t('ticket.historySubtaskChanged', { name, change: describeField(change, speaker) });
  }
  if (change.noun === 'comment') {
    if (change.what === 'created') return t('ticket.historyCommentCreated');
    return change.what === 'deleted' ? t('ticket.historyCommentDeleted') : t('ticket.historyCommentChanged');
  }
  if (change.noun === 'attachment') {
    return change.what === 'created' ? t('files.historyCreated', { name }) : t('files.historyDeleted', { name });
  }
  if (whole && change.what === 'deleted') return t('ticket.historyDeleted');
  if (whole) return change.what === 'created' ? t('ticket.historyCreated') : t('ticket.historyRestored');
  return describeField(change, speaker);
}

function describeField(change: HistoryRow, speaker: Texts): string {
  const { t } = speaker;
  if (change.what === 'rank') return t('ticket.historyRank');
  const key = `ticket.what_${change.what}`;
  const field = t.has(key) ? t(key) : change.what;
  if (change.what === 'description' || change.what === 'content') return t('ticket.historyText', { field });
  if (Array.isArray(change.from) || Array.isArray(change.to)) return describeList(field, change, speaker);
  const value = (given: unknown) => tellValue(change.what, given, speaker);
  return t('changes.changed', { field, from: value(change.from), to: value(change.to) });
}

const textsOf = (given: unknown): string[] => (Array.isArray(given) ? given.map(String) : []);

function describeList(field: string, change: HistoryRow, { t, format }: Texts): string {
  const [from, to] = [textsOf(change.from), textsOf(change.to)];
  const added = to.filter((one) => !from.includes(one));
  const removed = from.filter((one) => !to.includes(one));
  const quoted = (list: string[]) => format.list(list.map((one) => t('ticket.quoted', { text: one })));
  if (added.length > 0 && removed.length > 0) {
    return t('ticket.historyListBoth', { field, added: quoted(added), removed: quoted(removed) });
  }
  if (added.length > 0) return t('ticket.historyListAdded', { field, items: quoted(added) });
  if (removed.length > 0) return t('ticket.historyListRemoved', { field, items: quoted(removed) });
  return t('ticket.historyListOrder', { field });
}

function tellValue(what: string, given: unknown, { words, format, frame }: Texts): string {
  if (given === null || given === undefined || given === '') return none;
  if (what === 'priority') {
    const known = priorityValues.find((priority) => priority === given);
    return known === undefined ? String(given) : words.priority(known);
  }
  if (what === 'status') {
    const known = frame.statuses.find((status) => status.key === given);
    return known === undefined ? String(given) : words.status(known);
  }
  if (what === 'start_date' || what === 'due_date') return format.date(String(given));
  return typeof given === 'number' ? format.number(given, 2) : String(given);
}
