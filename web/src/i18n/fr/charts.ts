import type { charts as en } from '../en/charts';
import type { Translated } from '../texts';

export const charts: Translated<typeof en> = {
  today: 'Aujourd’hui',
  empty: 'Rien à afficher pour l’instant.',
  stepThrough: '{title} : parcourir les points avec les flèches',
  tableOf: '{title} en tableau',
  showTable: 'Voir le tableau',
  hideTable: 'Masquer le tableau',
  csv: 'Télécharger en CSV',
  day: 'Jour',
};
