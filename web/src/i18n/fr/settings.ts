import type { settings as en } from '../en/settings';
import type { Same } from '../texts';

export const settings: Same<typeof en> = {
  title: 'Réglages',
  unsavedTitle: 'Partir sans enregistrer ?',
  unsavedText: 'Ce que vous avez modifié sur cette page n’est pas enregistré et serait perdu.',
  discard: 'Abandonner les changements',
};
