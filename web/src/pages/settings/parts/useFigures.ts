import { useLanguage } from '../../../i18n';

/** useFigures are the separators of a field for numbers, as the reader writes them. */
export function useFigures() {
  const { language } = useLanguage();
  return language === 'fr'
    ? { decimalSeparator: ',', thousandSeparator: '\u202f', allowedDecimalSeparators: ['.', ','] }
    : { decimalSeparator: '.', thousandSeparator: ',' };
}
