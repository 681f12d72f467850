import type { Term } from '../../api/types.gen';
import { none, type Translate, useFormat, useT } from '../../i18n';
import { isIndicator, useIndicators } from '../../ui/indicators';
import { unitKey } from './terms';

export interface TermNames {
  name: (term: Term) => string;
  /** A note on the term; empty if there is none. */
  note: (term: Term) => string;
  /** The value with all its digits, so that readers can compute the result themselves. */
  value: (term: Term) => string;
  unit: (term: Term) => string;
}

export function useTermNames(byDay = false): TermNames {
  const t = useT();
  const format = useFormat();
  const { of } = useIndicators();
  const indicator = (term: Term) => (isIndicator(term.name) ? of(term.name) : null);
  return {
    name: (term) => {
      switch (term.kind) {
        case 'indicator':
          return indicator(term)?.label ?? term.name;
        case 'figure':
          return figureName(t, term.name);
        case 'effort':
          return term.title ?? t(byDay ? 'explain.timeOfDay' : 'explain.deletedTicket');
        default:
          return term.title ?? t('explain.deletedTicket');
      }
    },
    note: (term) => {
      if (term.kind === 'indicator') return indicator(term)?.name ?? '';
      if (term.kind === 'effort') return term.date === null ? '' : format.date(term.date);
      if (term.kind === 'figure') return term.unit === 'minutes' ? format.minutes(term.value ?? 0) : '';
      if (term.rate !== null) return t('explain.atRate', { rate: format.price(term.rate) });
      return figureName(t, term.kind === 'commitment' ? 'committed' : term.name);
    },
    value: (term) => (term.value === null ? none : format.exact(term.value)),
    unit: (term) => {
      if (term.unit === 'money') return format.currency ?? '';
      const key = unitKey(term.unit);
      return key === null ? '' : t(`explain.unit_${key}`);
    },
  };
}

function figureName(t: Translate, name: string): string {
  const key = `explain.name_${name.replaceAll(' ', '_')}`;
  return t.has(key) ? t(key) : name;
}
