// Text, numbers and dates in the reader's language.
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { type Format, newFormat } from './format';
import { loadTexts, onLanguageChange, storeLanguage } from './language';
import type { Dictionaries, Language } from './texts';
import { newTranslate, type Translate } from './translate';

export type { Format } from './format';
export { none } from './format';
export type { Language, TextKey } from './texts';
export type { Translate } from './translate';

interface I18n {
  language: Language;
  setLanguage: (language: Language) => void;
  t: Translate;
  format: Format;
}

const I18nContext = createContext<I18n | null>(null);
const CurrencyContext = createContext<string | null>(null);

/** Starts with a dictionary that is already loaded, and loads another when the reader switches language. */
export function I18nProvider(props: { language: Language; texts: Dictionaries; children: ReactNode }) {
  const [current, setCurrent] = useState({ language: props.language, texts: props.texts });
  const { language, texts } = current;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const load = useCallback(
    (next: Language) => void loadTexts(next).then((loaded) => setCurrent({ language: next, texts: loaded })),
    [],
  );
  useEffect(() => onLanguageChange(load), [load]);
  const i18n = useMemo(
    () => ({
      language,
      setLanguage: (next: Language) => {
        storeLanguage(next);
        load(next);
      },
      t: newTranslate(language, texts),
      format: newFormat(language),
    }),
    [language, texts, load],
  );
  return <I18nContext value={i18n}>{props.children}</I18nContext>;
}

function useI18n(): I18n {
  const i18n = useContext(I18nContext);
  if (i18n === null) throw new Error('I18nProvider is missing');
  return i18n;
}

/** Returns the translation function: t('board.title'), t('board.cards', { count: 3 }). */
export const useT = (): Translate => useI18n().t;
export const useFormat = (): Format => useI18n().format.in(useContext(CurrencyContext));

/** Amounts below this component are in a currency; null if it is not known. */
export function InCurrency(props: { currency: string | null; children: ReactNode }) {
  return <CurrencyContext value={props.currency}>{props.children}</CurrencyContext>;
}

export function useLanguage(): Pick<I18n, 'language' | 'setLanguage'> {
  const { language, setLanguage } = useI18n();
  return { language, setLanguage };
}
