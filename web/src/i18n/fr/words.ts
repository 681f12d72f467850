import type { words as en } from '../en/words';
import type { Translated } from '../texts';

export const words: Translated<typeof en> = {
  priority_critique: 'Critique',
  priority_haute: 'Haute',
  priority_normale: 'Normale',
  priority_faible: 'Faible',
  status_backlog: 'Backlog',
  status_todo: 'À faire',
  status_in_progress: 'En cours',
  status_in_review: 'En revue',
  status_done: 'Terminé',
  status_blocked: 'Bloqué',
  sprint_planning: 'En préparation',
  sprint_active: 'Actif',
  sprint_completed: 'Terminé',
  role_owner: 'Propriétaire',
  role_admin: 'Administrateur',
  role_member: 'Membre',
  role_viewer: 'Lecteur',
  health_good: 'En bonne voie',
  health_amber: 'À surveiller',
  health_red: 'En difficulté',
  health_none: 'Pas encore de chiffre',
  points: { one: '{count} point', other: '{count} points' },
  dueOn: 'Échéance le {day}',
  overdueSince: 'En retard depuis le {day}',
  unestimated: 'Non estimé',
  costHidden:
    'Ce projet ne montre ses coûts qu’à son propriétaire et à ses administrateurs. Vous voyez le budget, les points, la valeur planifiée et acquise, et les dates.',
  tickets: { one: '{count} ticket', other: '{count} tickets' },
  days: { one: '{count} jour', other: '{count} jours' },
};
