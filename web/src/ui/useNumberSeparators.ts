import { useLanguage } from '../i18n';

/** Number separators of the reader's language. */
export function useNumberSeparators() {
  const { language } = useLanguage();
  return language === 'fr'
    ? { decimalSeparator: ',', thousandSeparator: '\u202f', allowedDecimalSeparators: ['.', ','] }
    : { decimalSeparator: '.', thousandSeparator: ',' };
}
