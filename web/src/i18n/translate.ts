import type { ReactNode } from 'react';
import { written } from './format';
import type { Dictionaries, Language, Plural, TextKey } from './texts';

type Values = Record<string, string | number>;

export interface Translate {
  /** The text of a key with its values filled in; `count` selects the plural. */
  (key: TextKey, values?: Values): string;
  /** Like the above, with React nodes as values, for text that contains links or bold names. */
  rich: (key: TextKey, values: Record<string, ReactNode>) => ReactNode[];
  /** Whether there is text for a key that was built from server values. */
  has: (key: string) => key is TextKey;
}

/** French has a space before some signs and within large numbers, where a line must not break. */
const tied = (text: string): string =>
  text
    .replace(/ (?=[:;?!%»])/g, '\u00a0')
    .replace(/« /g, '«\u00a0')
    .replace(/(\d) (?=\d{3}\b)/g, '$1\u202f');

export function newTranslate(language: Language, texts: Dictionaries): Translate {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const find = (key: string): string | Plural | undefined => {
    const dot = key.indexOf('.');
    const page = texts[key.slice(0, dot) as keyof Dictionaries] as Record<string, string | Plural> | undefined;
    return page?.[key.slice(dot + 1)];
  };
  const form = (key: string, count: unknown): string => {
    const found = find(key) ?? key;
    const text =
      typeof found === 'string' ? found : (found[plurals.select(Number(count ?? 0)) as keyof Plural] ?? found.other);
    return language === 'fr' ? tied(text) : text;
  };
  const show = (value: string | number) => (typeof value === 'number' ? written(numbers, value) : value);
  const t = (key: TextKey, values: Values = {}) =>
    form(key, values.count).replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return value === undefined ? whole : show(value);
    });
  const rich = (key: TextKey, values: Record<string, ReactNode>) =>
    form(key, values.count)
      .split(/\{(\w+)\}/)
      .map((part, index) => (index % 2 === 0 ? part : values[part]));
  return Object.assign(t, { rich, has: (key: string): key is TextKey => find(key) !== undefined });
}
