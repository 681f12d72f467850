// What a dictionary looks like. English is the model; the compiler holds French to the same keys.

/** Plural has a form for each category of Intl.PluralRules that a language needs; "other" stands in for the rest. */
export interface Plural {
  one: string;
  other: string;
  many?: string;
}

/** Texts are the texts of one page: names in braces are filled in, as in "{count} tickets". */
export type Texts = Record<string, string | Plural>;

/** Same is a dictionary in another language: the same keys, a plural where there is one. */
export type Same<T extends Texts> = { [K in keyof T]: T[K] extends string ? string : Plural };

export type Language = 'en' | 'fr';
export const languages: readonly Language[] = ['en', 'fr'];

type Dictionary = typeof import('./en/index').default;
export type Dictionaries = { [P in keyof Dictionary]: Same<Dictionary[P]> };

/** TextKey is "page.key" for every text there is. */
export type TextKey = { [P in keyof Dictionary & string]: `${P}.${keyof Dictionary[P] & string}` }[keyof Dictionary &
  string];
