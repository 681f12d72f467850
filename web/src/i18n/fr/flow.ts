import type { flow as en } from '../en/flow';
import type { Translated } from '../texts';

export const flow: Translated<typeof en> = {
  title: 'Flux',
  lead: 'Ce qui est terminé, où le travail s’accumule, et le temps que prend un ticket.',
  velocity: 'Vélocité',
  velocityText: {
    one: '{count} sprint a terminé {mean} points, d’ordinaire entre {low} et {high}.',
    other: 'Les {count} derniers sprints ont terminé {mean} points en moyenne, d’ordinaire entre {low} et {high}.',
  },
  velocityOne: {
    one: 'Un seul sprint est terminé, avec {mean} points. Il en faut au moins deux pour établir une fourchette.',
    other: 'Les {count} derniers sprints ont terminé {mean} points en moyenne.',
  },
  kept: 'C’est {percent} de l’engagement.',
  velocityNone: 'Ce que les derniers sprints ont terminé, comparé à leur engagement.',
  velocityNext:
    'Les premières barres apparaissent à la clôture d’un sprint dont les tickets sont estimés. Démarrez et clôturez les sprints dans le {backlog}.',
  backlog: 'backlog',
  sprint: 'Sprint',
  sprints: 'Les sprints de ce graphique',
  points: 'Points',
  tickets: 'Tickets',
  committed: 'Engagé au départ',
  done: 'Terminé',
  mean: 'Moyenne {mean}',
  band: 'Fourchette habituelle {low} à {high}',
  cumulative: 'Flux cumulé',
  movedTickets:
    'Le nombre de tickets est passé de {first} à {last}, et celui des tickets terminés de {doneFirst} à {doneLast}.',
  movedPoints:
    'Le nombre de points est passé de {first} à {last}, et celui des points terminés de {doneFirst} à {doneLast}.',
  pilesUp: 'Le travail en cours est passé de {first} à {last} : il s’accumule.',
  shrinks: 'Le travail en cours est descendu de {first} à {last}.',
  steady: 'Le travail en cours est le même qu’au début : {last}.',
  total: 'Total',
  span: 'Jours affichés',
  lastDays: { one: '{count} dernier jour', other: '{count} derniers jours' },
  ownDays: 'Autres dates…',
  from: 'Du',
  to: 'Au',
  by: 'Compté en',
  cycle: 'Temps de cycle',
  cycleMeans: 'Le temps que prennent les tickets, du jour où on les commence au jour où ils sont terminés.',
  cycleText: 'La moitié des tickets a pris {p50} ou moins, 85 % {p85} ou moins, 95 % {p95} ou moins.',
  cycleNone:
    'Rien à afficher pour l’instant : un ticket apparaît ici quand il est passé par un statut de travail, comme En cours, et qu’il est terminé.',
  key: 'Clé',
  ticket: 'Ticket',
  started: 'Commencé',
  doneDay: 'Terminé',
  daysAxis: 'Jours',
  days: { one: '{count} jour', other: '{count} jours' },
  level: '{share} : {days}',
  took: '{days}, du {from} au {to}',
  unseen: {
    one: '{count} ticket terminé n’est pas compté, car il est passé directement au statut terminé.',
    other: '{count} tickets terminés ne sont pas comptés, car ils sont passés directement au statut terminé.',
  },
};
