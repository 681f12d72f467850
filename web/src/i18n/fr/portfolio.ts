import type { portfolio as en } from '../en/portfolio';
import type { Translated } from '../texts';

export const portfolio: Translated<typeof en> = {
  title: 'Portefeuille',
  lead: 'Vos projets côte à côte. Les indices de l’ensemble sont calculés sur les sommes, pas en moyenne.',
  emptyTitle: 'Pas encore de projet',
  emptyText:
    'Un portefeuille compare les projets dont vous êtes membre. Créez un projet, ou faites-vous inviter dans un autre.',
  hiddenTitle: 'Aucun projet à comparer',
  hidden: {
    one: 'Un projet ne montre ses coûts qu’à son propriétaire et à ses administrateurs et n’entre dans aucun chiffre ici : {names}. Sa page de finances donne son budget, sa valeur et ses dates.',
    other:
      '{count} projets ne montrent leurs coûts qu’à leur propriétaire et à leurs administrateurs et n’entrent dans aucun chiffre ici : {names}. Leurs pages de finances donnent leur budget, leur valeur et leurs dates.',
  },
  sayNoBudget: 'Aucun de ces projets n’a de budget : il n’y a rien à quoi comparer leur coût.',
  sayNoCost: {
    one: 'Rien n’a encore été dépensé en sprint sur le projet qui a un budget ({bac}).',
    other: 'Rien n’a encore été dépensé en sprint sur les {count} projets qui ont un budget ({bac}).',
  },
  sayNothingEarned:
    'De l’argent a été dépensé, mais rien n’est encore acquis : il n’y a donc pas de rythme sur lequel se fonder.',
  sayOver: {
    one: 'Pour {one} dépensé, le travail accompli vaut {cpi}. À ce rythme, le projet avec budget coûtera {eac}, soit {amount} de plus que son budget de {bac}.',
    other:
      'Pour {one} dépensé, le travail accompli vaut {cpi}. À ce rythme, les {count} projets avec budget coûteront {eac}, soit {amount} de plus que leur budget de {bac}.',
  },
  sayUnder: {
    one: 'Pour {one} dépensé, le travail accompli vaut {cpi}. À ce rythme, le projet avec budget coûtera {eac}, soit {amount} de moins que son budget de {bac}.',
    other:
      'Pour {one} dépensé, le travail accompli vaut {cpi}. À ce rythme, les {count} projets avec budget coûteront {eac}, soit {amount} de moins que leur budget de {bac}.',
  },
  sayOn: {
    one: 'Pour {one} dépensé, le travail accompli vaut {cpi}. À ce rythme, le projet avec budget coûtera {eac} et respectera son budget de {bac}.',
    other:
      'Pour {one} dépensé, le travail accompli vaut {cpi}. À ce rythme, les {count} projets avec budget coûteront {eac} et respecteront leur budget de {bac}.',
  },
  sayDue: 'Sur la valeur attendue à ce jour, {percent} sont acquis.',
  sayRed: { one: '{count} projet est en difficulté.', other: '{count} projets sont en difficulté.' },
  sayAmber: { one: '{count} projet est à surveiller.', other: '{count} projets sont à surveiller.' },
  sayGood: 'Aucun projet n’est à surveiller.',
  noCurrency: 'Sans devise',
  together: 'Toutes les devises ensemble',
  notConverted:
    'Les montants en devises différentes ne sont pas additionnés. Pour les voir ensemble, un administrateur doit choisir la devise de l’instance et saisir un taux de change pour chacune des autres.',
  convertedText: 'Converti en {currency} aux derniers taux en vigueur aujourd’hui : {rates}.',
  rateUsed: '1 {from} = {rate} {to} (depuis le {day})',
  currency: 'Devise',
  totals: 'Totaux',
  ac_all: 'Dépense totale',
  ac_all_text: 'Ce qui a été dépensé sur tous les projets, avec ou sans budget.',
  engaged_all: 'Charge engagée totale',
  engaged_all_text: 'Ce qui a été dépensé sur les epics inachevés de tous les projets, avec ou sans budget.',
  counted: {
    one: 'Les totaux comptent {count} projet avec budget.',
    other: 'Les totaux comptent {count} projets avec budget.',
  },
  uncounted: {
    one: '{count} projet sans budget est à part, plus bas ; seuls les deux totaux de dépense le comprennent.',
    other: '{count} projets sans budget sont à part, plus bas ; seuls les deux totaux de dépense les comprennent.',
  },
  eacBoth: 'EAC des totaux : {eac}. Somme des EAC des projets : {sum}.',
  eacWhy:
    'Elles diffèrent parce que la première valorise tout le reste à faire au CPI des totaux, et la seconde le reste à faire de chaque projet à son propre CPI.',
  eacMissing: {
    one: '{count} projet n’a pas encore d’EAC et manque dans la somme.',
    other: '{count} projets n’ont pas encore d’EAC et manquent dans la somme.',
  },
  eacShow: 'Les deux, projet par projet',
  eacHide: 'Masquer les projets',
  eacTable: 'EAC projet par projet',
  eacOwn: 'EAC à son propre CPI',
  eacTogether: 'Part de l’EAC des totaux',
  pick: 'Choisir les projets',
  picked: { one: '{count} projet choisi', other: '{count} projets choisis' },
  pickTitle: 'Projets de ce portefeuille',
  pickOne: 'Choisissez au moins un projet.',
  chosen: { one: '{count} projet choisi', other: '{count} projets choisis' },
  selectAll: 'Tous',
  selectNone: 'Aucun',
  show: 'Afficher ces projets',
  copyLink: 'Copier le lien',
  refusedTitle: 'Ce portefeuille ne peut pas être affiché tel quel',
  refusedSome: {
    one: 'Son adresse contient {count} projet qui n’existe plus ou auquel vous n’avez pas accès. Sans lui, les totaux seraient trompeurs. Vous avez accès à : {names}.',
    other:
      'Son adresse contient {count} projets qui n’existent plus ou auxquels vous n’avez pas accès. Sans eux, les totaux seraient trompeurs. Vous avez accès à : {names}.',
  },
  refusedCost: {
    one: 'Son adresse contient un projet qui ne montre ses coûts qu’à son propriétaire et à ses administrateurs : {names}. Sans lui, les totaux seraient trompeurs.',
    other:
      'Son adresse contient {count} projets qui ne montrent leurs coûts qu’à leur propriétaire et à leurs administrateurs : {names}. Sans eux, les totaux seraient trompeurs.',
  },
  refusedAll:
    'Son adresse contient des projets qui n’existent plus ou auxquels vous n’avez pas accès. Demandez une invitation à la personne qui vous l’a envoyée, ou consultez les vôtres.',
  showRest: { one: 'Afficher celui auquel j’ai accès', other: 'Afficher les {count} auxquels j’ai accès' },
  showAll: 'Afficher tous mes projets',
  tableTitle: 'Projets avec budget',
  find: 'Rechercher un projet',
  columns: 'Colonnes',
  usualColumns: 'Colonnes par défaut',
  health: 'Santé',
  nonePriced: 'Aucun projet ici n’a de budget.',
  restTitle: 'Projets sans budget',
  restText:
    'Sans budget, un point n’a pas de prix : ces projets n’ont donc pas de valeur acquise et n’entrent dans aucun indice d’ensemble. Pour inclure un projet, fixez-lui un budget.',
  setBudget: 'Fixer un budget',
  spark: '8 dernières semaines : de {from} à {to}',
  sparkNone: 'Aucun chiffre au cours des 8 dernières semaines',
  quadrant: 'Coût et délai',
  quadrantText:
    'Moins chers et en avance : {both}. Moins chers mais en retard : {late}. En avance mais plus chers : {dear}. Plus chers et en retard : {neither}. Cliquez sur une bulle pour ouvrir les finances du projet.',
  quadrantEmpty: 'Un projet apparaît ici dès qu’il a un budget, un coût dans les sprints et des points attendus.',
  up: 'CPI (acquis par unité dépensée)',
  across: 'SPI (acquis par point attendu)',
  quarter_both: 'Moins cher et en avance',
  quarter_late: 'Moins cher, mais en retard',
  quarter_dear: 'En avance, mais plus cher',
  quarter_neither: 'Plus cher et en retard',
  quarter_both_short: 'moins cher, en avance',
  quarter_late_short: 'moins cher, en retard',
  quarter_dear_short: 'plus cher, en avance',
  quarter_neither_short: 'plus cher, en retard',
  size: 'Surface : budget (maximum : {bac})',
  sizeMixed: 'Toutes les bulles ont la même taille, car les budgets sont en devises différentes',
  tail: 'Traîne : les 8 dernières semaines',
  beyond: 'Hors du graphique',
  notDrawn: {
    one: '{count} projet n’a pas encore de CPI ou de SPI et n’est pas dessiné : {names}.',
    other: '{count} projets n’ont pas encore de CPI ou de SPI et ne sont pas dessinés : {names}.',
  },
  cpiOn: 'CPI au {day}',
  spiOn: 'SPI au {day}',
  since: 'Traîne depuis',
  cpiThen: 'CPI alors',
  spiThen: 'SPI alors',
  day: 'Jour',
};
