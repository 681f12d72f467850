import type { plans as en } from '../en/plans';
import type { Translated } from '../texts';

export const plans: Translated<typeof en> = {
  title: 'Formules',
  lead: 'Quels comptes ont droit à l’API, et pourquoi.',
  grid: 'Ce que comprend chaque formule',
  rule: 'L’accès à l’API commence avec la formule {plan}. Les comptes ouverts avant le {date} le gardent quelle que soit leur formule.',
  people: 'Personnes',
  inactive: 'Dont inactives',
  yes: 'Inclus',
  no: 'Non inclus',
  how: 'Les deux se règlent au démarrage du serveur, avec {plan} et {date}. La formule d’une personne se change sur la page Personnes.',
  limits: 'Limites d’une clé',
  limitsText:
    'Chaque clé d’API peut faire {hour} appels par heure et {month} par mois (UTC), quelle que soit la formule.',
  limitsHow: 'Se règlent au démarrage du serveur, avec {hour} et {month}.',
  kept: 'Qui garde l’accès à l’API grâce à son ancienneté',
  keptText: 'Leur formule ne comprend pas l’API, mais leur compte date d’avant le {date}.',
  keptNone: 'Personne : tous ceux qui ont accès à l’API l’ont par leur formule.',
  keys: 'Clés',
  spare: {
    one: '{count} autre personne s’est inscrite avant cette date, mais a déjà accès à l’API par sa formule. Elle le garderait avec une formule inférieure.',
    other:
      '{count} autres personnes se sont inscrites avant cette date, mais ont déjà accès à l’API par leur formule. Elles le garderaient avec une formule inférieure.',
  },
};
