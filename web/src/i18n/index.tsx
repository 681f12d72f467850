// Texts, numbers and dates in the reader's language.
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { type Format, newFormat } from './format';
import { keepLanguage, loadTexts, onLanguageKept } from './language';
import type { Dictionaries, Language } from './texts';
import { newTranslate, type Translate } from './translate';

export type { Format } from './format';
export { none } from './format';
export type { Language, TextKey } from './texts';
export type { Translate } from './translate';

interface Speech {
  language: Language;
  setLanguage: (language: Language) => void;
  t: Translate;
  format: Format;
}

const SpeechContext = createContext<Speech | null>(null);

/** Starts with texts that are already loaded, and loads others when the reader switches language. */
export function I18nProvider(props: { language: Language; texts: Dictionaries; children: ReactNode }) {
  const [spoken, setSpoken] = useState({ language: props.language, texts: props.texts });
  const { language, texts } = spoken;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const speak = useCallback(
    (next: Language) => void loadTexts(next).then((loaded) => setSpoken({ language: next, texts: loaded })),
    [],
  );
  useEffect(() => onLanguageKept(speak), [speak]);
  const speech = useMemo(
    () => ({
      language,
      setLanguage: (next: Language) => {
        keepLanguage(next);
        speak(next);
      },
      t: newTranslate(language, texts),
      format: newFormat(language),
    }),
    [language, texts, speak],
  );
  return <SpeechContext value={speech}>{props.children}</SpeechContext>;
}

function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (speech === null) throw new Error('there is no I18nProvider above');
  return speech;
}

/** Returns the translation function: t('board.title'), t('board.cards', { count: 3 }). */
export const useT = (): Translate => useSpeech().t;
export const useFormat = (): Format => useSpeech().format;
export function useLanguage(): Pick<Speech, 'language' | 'setLanguage'> {
  const { language, setLanguage } = useSpeech();
  return { language, setLanguage };
}
