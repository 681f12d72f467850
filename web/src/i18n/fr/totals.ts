import type { totals as en } from '../en/totals';
import type { Translated } from '../texts';

export const totals: Translated<typeof en> = {
  title: 'Totaux de temps',
  lead: 'Qui a saisi combien de temps, dans quel projet. Vous voyez le temps de tous dans les projets que vous gérez, et seulement le vôtre dans les autres.',
  leadOwn:
    'Votre propre temps par projet. Le propriétaire et les administrateurs d’un projet voient le temps de tous ses membres.',
  toWeek: 'Feuille de temps',
  from: 'Du',
  to: 'Au',
  project: 'Projet',
  allProjects: 'Tous les projets',
  thisWeek: 'Cette semaine',
  thisMonth: 'Ce mois-ci',
  lastMonth: 'Le mois dernier',
  thisYear: 'Cette année',
  range: 'Période',
  person: 'Personne',
  total: 'Total',
  days: 'Jours saisis',
  daysLong: 'Jours où quelque chose a été saisi',
  inDays: 'En jours de 8 h',
  onlyMine: 'le vôtre seulement',
  csv: 'Télécharger en CSV',
  file: 'temps',
  emptyTitle: 'Aucun temps saisi sur cette période',
  emptyText: 'Choisissez d’autres jours, ou saisissez du temps.',
  wrongRange: 'Le dernier jour ne doit pas précéder le premier.',
  hours: 'heures',
  sum: { one: '{duration} · {count} personne', other: '{duration} · {count} personnes' },
  openWeek: 'Semaine de {name}',
};
