import { useMemo } from 'react';
import { useLanguage } from '../../i18n';

/** Formats days of a week: "Mon 9 Nov", "Monday 9 November", "Mon" and "9". */
export function useDayNames() {
  const { language } = useLanguage();
  return useMemo(() => {
    const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
    const made = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(locale, options);
      return (day: string) => format.format(new Date(`${day}T12:00:00`)).replace(',', '');
    };
    return {
      short: made({ weekday: 'short', day: 'numeric', month: 'short' }),
      long: made({ weekday: 'long', day: 'numeric', month: 'long' }),
      weekday: made({ weekday: 'short' }),
      number: made({ day: 'numeric' }),
      /** "9 – 15 November 2026" */
      range: (from: string, to: string) =>
        new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }).formatRange(
          new Date(`${from}T12:00:00`),
          new Date(`${to}T12:00:00`),
        ),
    };
  }, [language]);
}
