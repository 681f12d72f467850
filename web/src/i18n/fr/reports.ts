import type { reports as en } from '../en/reports';
import type { Translated } from '../texts';

export const reports: Translated<typeof en> = {
  title: 'Rapports',
  lead: 'Imprimez l’état du projet, exportez ses données et suivez ses dates dans votre calendrier.',
  status: 'Rapport d’état',
  statusText:
    'Tous les chiffres et graphiques sur une page, telle qu’elle sera imprimée. Pour un PDF, imprimez et choisissez « Enregistrer au format PDF ».',
  asOf: 'À la date du',
  asOfText:
    'Les chiffres du {day}, reconstitués avec ce que l’on sait aujourd’hui et le budget de ce jour-là, à côté de ce qui a été publié alors, s’il y a lieu.',
  today: 'Aujourd’hui',
  print: 'Imprimer ou enregistrer en PDF',
  open: 'Ouvrir dans une page',
  preview: 'Aperçu du rapport d’état',
  costHidden:
    'Ce projet ne montre ses coûts qu’à son propriétaire et à ses administrateurs. Votre rapport et vos fichiers contiennent le budget, les points, la valeur planifiée et acquise, et les dates.',
  files: 'Fichiers pour tableurs',
  filesText:
    'Le projet tel qu’il est maintenant. XLSX s’ouvre dans Excel, LibreOffice et Google Sheets ; CSV, presque partout.',
  file_tickets: 'Tickets',
  file_time: 'Temps',
  file_finance: 'Finances',
  holds_tickets:
    'Chaque ticket avec son type, son statut, ses points, son responsable, son epic, son sprint, ses étiquettes, ses dépendances, ses sous-tâches, le temps saisi, ses critères et sa description.',
  holds_time: 'Chaque saisie de temps : jour, personne, ticket, epic, sprint, minutes, taux et coût.',
  holds_time_plain: 'Chaque saisie de temps : jour, personne, ticket, epic, sprint et minutes.',
  holds_finance_plain:
    'Budget, points, valeur planifiée et acquise, courbe en S jour par jour, et points par sprint et epic.',
  holds_finance: 'Les 25 chiffres, la courbe en S jour par jour, et les points et coûts par sprint, epic et membre.',
  fileAsOf: 'À la date du {day}, avec ce que l’on sait aujourd’hui et le budget de ce jour-là.',
  table: 'Tableau du fichier CSV',
  table_indicators: 'Les 25 chiffres',
  table_indicators_plain: 'Les chiffres',
  table_curve: 'Courbe en S par jour',
  table_sprints: 'Sprints',
  table_epics: 'Epics',
  table_members: 'Membres',
  xlsx: 'XLSX',
  csv: 'CSV',
  safe: 'Les heures sont en UTC. En CSV, une apostrophe précède les textes qu’un tableur prendrait pour une formule.',
  semicolon:
    'Les cellules des fichiers CSV sont séparées par des points-virgules et les nombres ont une virgule décimale, comme l’attendent les tableurs français.',
  calendar: 'Calendrier',
  calendarText:
    'Sprints et jalons dans votre calendrier habituel, tenus à jour. Collez l’adresse là où il propose de s’abonner à un calendrier (iCal).',
  makeAddress: 'Créer mon adresse privée',
  addressMade:
    'Vous avez créé votre adresse privée le {moment}. Elle ne peut plus être affichée ; remplacez-la si vous l’avez perdue.',
  addressOnce: 'Copiez l’adresse maintenant : elle n’est affichée qu’une fois',
  addressSecret:
    'Toute personne qui la connaît peut lire les titres et les dates des sprints et jalons de ce projet sans se connecter. Elle fonctionne tant que vous êtes membre.',
  copyAddress: 'Copier l’adresse',
  addressKept: 'Je l’ai copiée',
  replaceAddress: 'Remplacer l’adresse',
  endAddress: 'Révoquer l’adresse',
  replace: 'Remplacer',
  end: 'Révoquer',
  addressStops:
    'L’adresse actuelle cessera aussitôt de fonctionner. Les calendriers qui l’utilisent ne seront plus mis à jour.',
  calendarEnded: 'L’adresse ne fonctionne plus.',
};
