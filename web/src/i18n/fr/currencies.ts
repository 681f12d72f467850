import type { currencies as en } from '../en/currencies';
import type { Translated } from '../texts';

export const currencies: Translated<typeof en> = {
  title: 'Devises',
  lead: 'La devise des nouveaux projets, et les taux de change qui servent à convertir les portefeuilles.',
  default: 'Devise de l’instance',
  defaultText:
    'Les nouveaux projets reçoivent cette devise. Les projets existants gardent la leur, et aucun montant n’est converti. Les portefeuilles en plusieurs devises y sont convertis.',
  rates: 'Taux de change',
  ratesText:
    'Un portefeuille utilise le taux le plus récent, aujourd’hui compris. S’il n’y a pas de taux dans un sens, celui de l’autre sens est utilisé : les montants sont alors divisés par ce taux.',
  none: 'Il n’y a pas encore de taux de change : les montants en devises différentes ne sont donc pas additionnés.',
  more: 'Seuls les 500 taux les plus récents sont affichés.',
  from: 'Une unité de',
  to: 'Vaut tant d’unités de',
  rate: 'Taux',
  fromDay: 'À partir du',
  enteredBy: 'Saisi par',
  oneIs: '1 {from} = {rate} {to}',
  add: 'Ajouter le taux',
  deleteOf: 'Supprimer le taux {rate} du {day}',
};
