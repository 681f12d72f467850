// Describes an entry of the change log.

import type { LogChange } from '../../api/types.gen';
import type { Format, Translate } from '../../i18n';

/** Events; everything else is the name of a field. */
const events = [
  'created',
  'deleted',
  'restored',
  'reset',
  'rotated',
  'revoked',
  'downloaded',
  'partly downloaded',
  'password',
  'invitation cancelled',
  'ownership offered',
  'ownership offer withdrawn',
  'ownership offer declined',
  'ownership accepted',
  'rank',
  'ranks',
] as const;
type Event = (typeof events)[number];

const isEvent = (what: string): what is Event => (events as readonly string[]).includes(what);

/** The translation if there is one, else the server's word. */
const textOr = (t: Translate, key: string, otherwise: string, values?: Record<string, string>) =>
  t.has(key) ? t(key, values) : otherwise;

/** Names a kind of object; unknown kinds keep their wire name. */
export const nounText = (t: Translate, noun: string) => textOr(t, `changes.noun_${noun}`, noun);

export function describeChange(t: Translate, format: Format, change: LogChange): string {
  const { noun, what } = change;
  if (noun === 'session') return t('changes.signedIn', { address: String(change.to ?? '?') });
  const values = { from: valueText(t, format, what, change.from), to: valueText(t, format, what, change.to) };
  if (noun === 'time_entry' && (what === 'created' || what === 'deleted' || what === 'restored')) {
    const minutes = change.to ?? change.from;
    if (typeof minutes === 'number') return t(`changes.time_${what}`, { time: format.minutes(minutes) });
  }
  if (isEvent(what)) return textOr(t, `changes.event_${what}`, what, values);
  const field = textOr(t, `changes.field_${what}`, what);
  return change.hidden ? t('changes.hidden', { field }) : t('changes.changed', { field, ...values });
}

/** Wire values whose translations are elsewhere. */
const words: Record<string, (value: string) => string> = {
  status: (value) => `words.status_${value}`,
  priority: (value) => `words.priority_${value}`,
  role: (value) => `words.role_${value}`,
  plan: (value) => `users.plan_${value}`,
};

/** Fields that contain a day or a point in time. */
const dates = ['start_date', 'end_date', 'target_date', 'due_date', 'date', 'logged_at', 'subscribed_at', 'expires_at'];

function valueText(t: Translate, format: Format, what: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return t('changes.nothing');
  if (typeof value === 'boolean') return value ? t('changes.yes') : t('changes.no');
  if (typeof value === 'number') return what === 'duration_minutes' ? format.minutes(value) : format.number(value, 2);
  if (Array.isArray(value) && value.length === 0) return t('changes.nothing');
  if (isCommitted(value)) {
    const { tickets, points } = value;
    return `${t('words.tickets', { count: tickets })}, ${t('words.points', { count: points })}`;
  }
  if (Array.isArray(value)) return format.list(value.map((item) => itemText(format, what, String(item))));
  if (typeof value !== 'string') return String(value);
  if (dates.includes(what) && /^\d{4}-\d{2}-\d{2}/.test(value)) return format.date(value.slice(0, 10));
  const key = words[what]?.(value);
  return key === undefined ? value : textOr(t, key, value);
}

/** The commitment of a sprint, summed up by the server. */
interface Committed {
  tickets: number;
  points: number;
}

function isCommitted(value: unknown): value is Committed {
  if (typeof value !== 'object' || value === null) return false;
  const { tickets, points } = value as Partial<Committed>;
  return typeof tickets === 'number' && typeof points === 'number';
}

/** An item of a list; anything unexpected is shown as it is, since an imported log may contain anything. */
function itemText(format: Format, what: string, item: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(item)) return format.date(item);
  if (what === 'budget_from') return format.number(Number(item), 2);
  return what === 'workdays' && /^[1-7]$/.test(item) ? format.weekday(Number(item)) : item;
}
