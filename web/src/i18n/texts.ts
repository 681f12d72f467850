// Types of the dictionaries. English defines the keys; the compiler checks that French has the same.

/** One form per Intl.PluralRules category; "other" covers the missing ones. */
export interface Plural {
  one: string;
  other: string;
  many?: string;
}

/** The text of one page, by key; names in braces are replaced by values, as in "{count} tickets". */
export type Texts = Record<string, string | Plural>;

/** The same dictionary in another language: same keys, plurals where English has them. */
export type Translated<T extends Texts> = { [K in keyof T]: T[K] extends string ? string : Plural };

export type Language = 'en' | 'fr';
export const languages: readonly Language[] = ['en', 'fr'];

type Dictionary = typeof import('./en/index').default;
export type Dictionaries = { [P in keyof Dictionary]: Translated<Dictionary[P]> };

export type TextKey = { [P in keyof Dictionary & string]: `${P}.${keyof Dictionary[P] & string}` }[keyof Dictionary &
  string];
