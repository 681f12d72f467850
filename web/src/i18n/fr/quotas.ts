import type { quotas as en } from '../en/quotas';
import type { Translated } from '../texts';

export const quotas: Translated<typeof en> = {
  title: 'Quotas',
  lead: 'Qui utilise le plus l’API, et qui est bloqué. Actualisé toutes les 30 secondes.',
  by: 'Les plus utilisées',
  byHour: 'Heure en cours',
  byMonth: 'Mois en cours',
  keys: 'Clés d’API',
  keysText:
    'Les 100 clés les plus actives. Une clé peut faire {hour} appels par heure et {month} par mois ; au-delà, les appels sont refusés jusqu’à la période suivante.',
  keysNone: 'Aucune clé n’a fait d’appel ce mois-ci.',
  key: 'Clé',
  owner: 'Propriétaire',
  full: 'Épuisé',
  financeKeys: 'Clés qui ne peuvent pas lire les finances de tous les projets',
  financeKeysText:
    'Ces clés ont finance:read, mais leurs propriétaires ne voient pas les coûts de certains de leurs projets. La lecture des finances de ces projets est refusée (403), et le portefeuille ne les compte pas.',
  financeKeysMore: 'Seules les {count} premières clés sont affichées.',
  refusedProjects: 'Projets refusés',
  addresses: 'Appels refusés par adresse',
  addressesText:
    'Les appels sans clé valable sont comptés pour l’adresse réseau d’où ils viennent. Au-delà des limites, la réponse ne donne plus la raison du refus. Les appels avec une clé valable fonctionnent toujours.',
  addressesNone: 'Aucun appel n’a été refusé ce mois-ci.',
  address: 'Adresse',
  refusedHour: 'Refusés dans l’heure en cours',
  refusedMonth: 'Refusés dans le mois en cours',
  throttled: 'Bridée',
  signIns: 'Échecs de connexion',
  signInsText:
    'Au cours des 15 dernières minutes. Après 50 échecs depuis une adresse, plus personne ne peut se connecter depuis celle-ci tant qu’ils ne sont pas effacés.',
  signInsNone: 'Aucune connexion n’a échoué.',
  failed: 'Échecs',
  forgotten: 'Effacés le',
  locked: 'Bloquée',
  lockedAccounts: {
    one: '{count} compte est bloqué après 10 échecs de connexion. Nous n’enregistrons pas à qui il appartient.',
    other:
      '{count} comptes sont bloqués après 10 échecs de connexion chacun. Nous n’enregistrons pas à qui ils appartiennent.',
  },
};
