import { firstDay } from '../../api/members';
import type { Term } from '../../api/types.gen';
import { none, type Translate, useFormat, useT } from '../../i18n';
import { isExplainable, useIndicators } from '../../ui/indicators';
import { unitKey } from './terms';

export interface TermNames {
  name: (term: Term) => string;
  /** A note on the term; empty if there is none. */
  note: (term: Term) => string;
  /** Since when a budget or its reserve is in force, and why; empty for other terms. */
  since: (term: Term) => string;
  /** The value with all its digits, so that readers can compute the result themselves. */
  value: (term: Term) => string;
  unit: (term: Term) => string;
}

export function useTermNames(byDay = false): TermNames {
  const t = useT();
  const format = useFormat();
  const { of } = useIndicators();
  const indicator = (term: Term) => (isExplainable(term.name) ? of(term.name) : null);
  // Of the indicators, only the budget and its reserve have a date: the first day on which they are in force. Their title is the reason.
  const since = ({ kind, date, title }: Term) => {
    if (kind !== 'indicator' || date === null) return '';
    const text = date === firstDay ? t('explain.fromStart') : t('explain.since', { day: format.date(date) });
    return title === null ? text : `${text} (${title})`;
  };
  return {
    name: (term) => {
      switch (term.kind) {
        case 'indicator':
          return indicator(term)?.label ?? term.name;
        case 'figure':
          return figureName(t, term.name);
        case 'effort':
          return keyed(term) ?? t(byDay ? 'explain.timeOfDay' : 'explain.deletedTicket');
        default:
          return keyed(term) ?? t('explain.deletedTicket');
      }
    },
    note: (term) => {
      if (term.kind === 'indicator') {
        return [indicator(term)?.name ?? '', since(term)].filter((text) => text !== '').join(' · ');
      }
      if (term.kind === 'effort') return term.date === null ? '' : format.date(term.date);
      if (term.kind === 'figure') return term.unit === 'minutes' ? format.minutes(term.value ?? 0) : '';
      if (term.rate !== null) return t('explain.atRate', { rate: format.price(term.rate) });
      return figureName(t, term.kind === 'commitment' ? 'committed' : term.name);
    },
    since,
    value: (term) => (term.value === null ? none : format.exact(term.value)),
    unit: (term) => {
      if (term.unit === 'money') return format.currency ?? '';
      const key = unitKey(term.unit);
      return key === null ? '' : t(`explain.unit_${key}`);
    },
  };
}

/** The title of a term, after the key of its ticket. */
const keyed = ({ key, title }: Term) => (title !== null && key !== null ? `${key} ${title}` : title);

function figureName(t: Translate, name: string): string {
  const key = `explain.name_${name.replaceAll(' ', '_')}`;
  return t.has(key) ? t(key) : name;
}
