// Picks the language: the stored choice, else the first supported browser language, else English.
import { readStored, store } from '../storage';
import { type Dictionaries, type Language, languages } from './texts';

const place = 'earnest.language';

const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

export function preferredLanguage(chosen: string | null, wanted: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0];
    if (isLanguage(language)) return language;
  }
  return 'en';
}

export const readLanguage = (): Language => preferredLanguage(readStored(place), navigator.languages);

export const storeLanguage = (language: Language): void => store(place, language);

/** Reports a choice made in another tab. Call the returned function to stop. */
export function onLanguageChange(tell: (language: Language) => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === place && isLanguage(event.newValue)) tell(event.newValue);
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** Loads the dictionary of one language only. */
export async function loadTexts(language: Language): Promise<Dictionaries> {
  if (language === 'fr') return (await import('./fr/index')).default;
  return (await import('./en/index')).default;
}
