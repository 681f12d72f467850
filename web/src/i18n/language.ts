// Which language the reader gets: the one chosen here, else the first of the browser's that there is, else English.
import { type Dictionaries, type Language, languages } from './texts';

const place = 'earnest.language';

const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

/** preferred picks a language from a choice and the browser's list. */
export function preferred(chosen: string | null, wanted: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0];
    if (isLanguage(language)) return language;
  }
  return 'en';
}

export function readLanguage(): Language {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem(place);
  } catch {
    // Storage is shut: the browser's list decides.
  }
  return preferred(chosen, navigator.languages);
}

export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(place, language);
  } catch {
    // Storage is shut: the choice lasts as long as the page.
  }
}

/** onLanguageKept tells what was chosen in another tab, until the function it gives back is called. */
export function onLanguageKept(tell: (language: Language) => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === place && isLanguage(event.newValue)) tell(event.newValue);
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** loadTexts fetches the texts of one language; the other stays on the server. */
export async function loadTexts(language: Language): Promise<Dictionaries> {
  if (language === 'fr') return (await import('./fr/index')).default;
  return (await import('./en/index')).default;
}
