import type { guide as en } from '../en/guide';
import type { Translated } from '../texts';

export const guide: Translated<typeof en> = {
  chapters: 'Chapitres',
  how: 'Calcul',
  say: 'À dire en réunion',
  field: 'Dans l’API',

  earned_value: 'Valeur acquise',
  earned_value_lead:
    'La valeur acquise répond à trois questions avec une seule mesure : que devrait-on avoir fait à ce jour, qu’a-t-on fait, et combien cela a-t-il coûté ?',
  measure: 'Une mesure pour le travail, le temps et l’argent',
  measureText:
    'Earnest mesure le travail en points, lui donne un prix grâce au budget, et calcule le coût à partir du temps saisi et des taux journaliers. Personne n’estime à la main un pourcentage d’avancement.',
  measureMoney:
    'Chaque projet a une devise, celle de son budget et de ses taux journaliers ; le propriétaire la choisit dans les paramètres du projet. Sans devise, les montants sont de simples nombres. Un jour compte 480 minutes.',
  example: 'L’exemple',
  exampleText:
    'Les phrases ci-dessous portent sur un projet dont le budget est de 214 500 et qui compte 216 points. Ses sprints durent deux semaines, et au début de chacun l’équipe s’engage sur ce qu’il contient : c’est le plan.',
  fair: 'Ce qui rend la mesure équitable',
  fairCarried: 'Un ticket reporté au sprint suivant n’est planifié qu’une fois.',
  fairBound:
    'Un sprint qui termine plus que son engagement n’acquiert que son engagement : ajouter des tickets faciles à un sprint plein ne rapporte rien.',
  fairFree:
    'Un sprint sans engagement (créé en cours ou terminé, ou commencé sans points) n’a pas cette limite : tout ce qui y est fait est acquis.',
  fairOutside:
    'Le temps hors sprint coûte et ne rapporte rien. Il est compris dans les perspectives : sortir du travail des sprints n’en cache donc pas le coût.',
  empty: 'Là où il n’y a pas de nombre',
  emptyText:
    'Un champ reste vide, et n’affiche jamais 0, là où un nombre serait trompeur. Sans budget, tous les montants sauf le coût sont vides, ainsi que le CPI et le TCPI ; le SPI et les points restent disponibles. Le CPI est vide tant qu’aucun coût n’est saisi dans les sprints, le SPI tant qu’aucun point n’est attendu, et le TCPI quand le coût total est exactement égal au budget. ETC, EAC et VAC sont vides tant qu’il reste du travail alors que rien n’est acquis ou qu’aucun coût n’est saisi dans les sprints : sans rythme, pas d’estimation. Un budget de 0 est un budget.',
  trust: 'Des chiffres fiables',
  trustDates:
    'Donnez à chaque sprint ses deux dates, et démarrez-le le premier jour : c’est alors que l’engagement est pris.',
  trustPoints: 'Estimez avant le début du sprint. Un ticket sans points ne rapporte rien, quelle que soit sa durée.',
  trustRates:
    'Donnez un taux journalier à toute personne qui saisit du temps. Le temps sans taux coûte 0, et la page Finances le signale.',
  trustTime: 'Saisissez le temps sur les tickets du sprint. Le reste compte comme coût et ne rapporte rien.',
  trustAgain:
    'Pour replanifier, remettez un sprint en préparation et redémarrez-le : un nouvel engagement est alors pris.',
  health: 'Vert, orange, rouge',
  healthText:
    'Au-dessus de 1, un indice est bon. Sous {amber}, le projet est orange ; sous {red}, il est rouge. La personne qui exploite l’instance peut fixer d’autres seuils.',

  project_uuid_how: 'Donné à la création du projet',
  project_uuid_say: '« Voici Predictive maintenance. »',
  bac_how: 'Le budget du projet',
  bac_say: '« Nous avons 214 500 pour le tout. »',
  contingency_pct_how: 'Fixée avec le budget',
  contingency_pct_say: '« Dont 20 % pour les imprévus. »',
  reserve_how: 'BAC × aléas',
  reserve_say: '« Cela fait une réserve de 42 900. »',
  base_budget_how: 'BAC − réserve',
  base_budget_say: '« Sans imprévu, il nous faudrait 171 600. »',
  total_sp_how: 'La somme des points de tous les tickets',
  total_sp_say: '« Le projet fait 216 points en tout. »',
  done_sp_how: 'La somme des points de tous les tickets terminés',
  done_sp_say: '« 110 points sont terminés. »',
  earned_sp_how: 'Les points terminés de chaque sprint, dans la limite de son engagement',
  earned_sp_say: '« 110 points comptent comme acquis : ce que le plan promettait, et pas plus. »',
  planned_sp_how: 'Pour chaque sprint daté, son engagement × la part de ses jours écoulés',
  planned_sp_say: '« D’ici ce soir, 141,21 points devraient être terminés. »',
  undated_sp_how: 'Les points des sprints sans dates',
  undated_sp_say: '« 0 point se trouve dans un sprint sans dates : rien n’embellit les délais. »',
  progress_pct_how: 'Points acquis / total des points',
  progress_pct_say: '« Nous en sommes à 50,9 %. »',
  planned_pct_how: 'Points planifiés / total des points',
  planned_pct_say: '« D’après le plan, nous devrions en être à 65,4 %. »',
  pv_how: 'BAC × avancement planifié',
  pv_say: '« Du travail d’une valeur de 140 234 était attendu pour ce soir. »',
  ev_how: 'BAC × avancement',
  ev_say: '« Du travail d’une valeur de 109 236 est fait. »',
  ac_how: 'Temps sur les tickets en sprint × taux journalier du jour',
  ac_say: '« Ce travail nous a coûté 140 112. »',
  no_sprint_cost_how: 'Tout autre temps × taux journalier du jour, y compris sur des tickets supprimés depuis',
  no_sprint_cost_say: '« 18 496 de plus sont allés à du travail hors sprint. »',
  ac_total_how: 'AC + coût hors sprint',
  ac_total_say: '« En tout, nous avons dépensé 158 608. »',
  engaged_charge_how: 'Coût du temps sur les tickets d’epics non terminés',
  engaged_charge_say: '« 158 608 sont immobilisés dans des epics qui ne sont pas encore terminés. »',
  cv_how: 'EV − AC',
  cv_say: '« Pour ce qui est fait, nous avons payé 30 875 de trop. »',
  sv_how: 'EV − PV',
  sv_say: '« Nous avons 30 998 de travail de retard. » C’est de l’argent, pas des jours.',
  cpi_how: 'EV / AC',
  cpi_say: '« Pour 1 dépensé, nous avons acquis 0,78. »',
  spi_how: 'Points acquis / points planifiés',
  spi_say: '« Pour chaque point attendu, nous en avons acquis 0,78. »',
  tcpi_how: '(BAC − EV) / (BAC − coût total)',
  tcpi_say:
    '« Pour finir dans le budget, il faudrait que 1 dépensé rapporte désormais 1,88. Jusqu’ici, il a rapporté 0,78 : le budget est hors d’atteinte. »',
  etc_how: '(BAC − EV) / CPI',
  etc_say: '« Le reste coûtera 135 017 à ce rythme. »',
  eac_how: 'Coût total + ETC',
  eac_say: '« À la fin, cela aura coûté 293 625. »',
  vac_how: 'BAC − EAC',
  vac_say: '« C’est 79 125 au-dessus du budget. »',

  forecast: 'Prévision et hypothèses',
  forecast_lead: 'Ce que les sprints passés disent de la fin du projet : une fourchette plutôt qu’une promesse.',
  plays: 'Comment la prévision est calculée',
  playsText:
    'Le reste du travail est simulé de nombreuses fois. Chaque simulation enchaîne des sprints, dont chacun termine autant de points qu’un sprint passé tiré au sort, jusqu’à ce qu’il ne reste aucun point. Les sprints planifiés gardent leurs dates ; les autres commencent au rythme des sprints passés, pauses comprises. Comme quelques sprints ne montrent pas tout ce qui peut arriver, chaque simulation donne d’autres poids aux sprints passés. Elle compte tous les points restants, y compris ceux qui ne sont encore dans aucun sprint.',
  pText:
    'P50 est le jour où la moitié des simulations est finie : pile ou face. P80 est ce qu’on peut promettre, P95 ce qu’on peut signer. Les coûts se lisent de même.',
  schedule: 'Délai acquis',
  scheduleText:
    'Le délai en jours et non en argent : pour quel jour le plan prévoyait-il ce qui est acquis aujourd’hui ? À la différence du SPI, il ne revient pas à 1 quand un projet en retard se termine. Il ne tient compte que de ce qui est planifié dans les sprints, et peut donc finir avant la prévision.',
  whatIf: 'Et si…',
  whatIfText:
    'Des curseurs comparent le présent à une hypothèse : plus ou moins de périmètre, une autre vélocité, d’autres taux, des dates qui glissent. Rien n’est enregistré ; l’hypothèse est dans l’adresse de la page, que l’on peut donc partager.',
  whatIfScope: 'Le réglage du périmètre modifie les points restants. Les engagements des sprints ne changent pas.',
  whatIfVelocity:
    'Le réglage de la vélocité modifie ce qu’un sprint termine désormais. Le plan et les chiffres actuels ne changent pas.',
  whatIfRates: 'Le réglage des taux modifie chaque taux journalier, pour tout le temps saisi.',
  whatIfDates:
    'Le réglage des dates déplace tout ce qui est planifié après aujourd’hui. Les sprints à venir gardent leur durée ; un sprint en cours garde son début, et sa fin se déplace.',
  whatIfGrowth:
    'La croissance laisse le périmètre grandir comme dans les sprints passés : tickets ajoutés et estimations relevées, moins les tickets supprimés et les estimations abaissées.',
  asOf: 'Les chiffres d’un jour passé',
  asOfText:
    'Un jour passé se lit de deux façons : tel qu’il a été publié alors, et reconstitué, avec le budget de ce jour-là et tout le reste tel qu’on le connaît aujourd’hui. Les deux diffèrent quand du temps a été saisi en retard, un ticket réestimé ou un taux corrigé. Si le serveur ne tournait pas ce jour-là, les chiffres ont été calculés plus tard et sont signalés comme tels.',

  portfolio: 'Portefeuille',
  portfolio_lead: 'Plusieurs projets vus comme un seul, sans moyennes de moyennes.',
  sums: 'Des indices calculés sur les sommes',
  sumsText:
    'Les indices d’un portefeuille sont calculés sur les sommes : son CPI est la valeur acquise de tous les projets divisée par leur coût total dans les sprints ; un grand projet y pèse plus qu’un petit. Les projets sans budget n’ont pas de valeur en argent et figurent à part.',
  quadrant: 'Le quadrant',
  quadrantText:
    'Chaque bulle représente un projet ; sa taille dépend du budget. À droite de 1, le projet est en avance sur son plan ; au-dessus de 1, il acquiert plus qu’il ne coûte. La traîne montre d’où il vient.',

  roadmap: 'Feuille de route',
  roadmap_lead: 'Super-epics et epics sur un axe de temps, avec les dépendances entre eux.',
  dates: 'D’où viennent les dates',
  datesText:
    'Le plan d’un epic va du premier au dernier jour des sprints qui contiennent ses tickets. Un epic peut aussi avoir son propre début et sa propre échéance, qui remplacent ces jours. La prévision part de ce qui s’est passé et place le reste à faire sur les jours ouvrés après aujourd’hui, au rythme des derniers sprints.',
  links: 'Liens et marges',
  linksText:
    'Avec un lien, le début ou la fin d’un epic attend le début ou la fin d’un autre, au besoin avec un décalage en jours ouvrés. Les cycles sont refusés. Un epic est critique si un jour de retard décale la fin de la feuille de route ; la marge est le retard que les autres epics peuvent prendre sans conséquence.',

  time: 'Temps',
  time_lead: 'Le coût vient du temps, et saisir du temps ne prend que quelques secondes.',
  forms: 'Façons d’écrire une durée',
  formsText:
    'Vous pouvez écrire 1h30, 1:30, 90m, 1,5h ou 0,5j ; un jour fait 8 heures. Un nombre seul est en minutes, ou en heures s’il est inférieur à 15 ou décimal.',
  rates: 'Taux',
  ratesText:
    'Le temps est valorisé au taux journalier que son auteur avait ce jour-là. Un nouveau taux s’applique à partir d’un jour donné et ne change rien au passé. Un projet peut réserver les taux et les coûts à son propriétaire et à ses administrateurs. Les autres voient alors le budget, les points, la valeur planifiée et acquise et les dates, mais aucun chiffre fondé sur le coût, comme le CPI ou l’EAC.',
  late: 'Corrections',
  lateText:
    'Corriger ou supprimer une saisie change aussitôt les chiffres du jour concerné. Ce qui avait été publié pour ce jour reste visible à côté.',
};
