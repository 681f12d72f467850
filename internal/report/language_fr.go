package report

import (
	"fmt"
	"math"
	"sync"
)

// hours formats minutes as hours and minutes, as the pages do: 45 min, 8 h, 1 h 30.
func (l Language) hours(minutes float64) string {
	hours, rest := math.Floor(minutes/60), int(minutes)%60
	switch {
	case hours == 0:
		return fmt.Sprintf("%d min", rest)
	case rest == 0:
		return l.whole(hours) + " h"
	}
	return l.whole(hours) + fmt.Sprintf(" h %02d", rest)
}

// nouns returns the French translations of the nouns that are counted; in the plural, each word takes an s.
func nouns() map[string]string {
	return map[string]string{"day": "jour", "working day": "jour ouvré", "epic": "epic", "point": "point", "past sprint": "sprint passé"}
}

// french maps every string on the page to French. A test finds any string that is used but missing here.
//
//nolint:gochecknoglobals,lll // built once and never written to; the values are French, one string per line
var french = sync.OnceValue(func() map[string]string {
	return map[string]string{
		// The page.
		"%s, status on %s":        "%s, état au %s",
		"Plots":                   "Graphiques",
		"Status at the end of %s": "État à la fin du %s",
		"Written by Earnest. The project is %s. Every number can be taken apart with earnest explain.": "Établi par Earnest. Le projet est %s. " +
			"Chaque chiffre peut être décomposé avec earnest explain.",
		"%s %s: %s":                     "%s %s : %s",
		"green":                         "vert",
		"amber":                         "orange",
		"red":                           "rouge",
		"grey":                          "gris",
		"on track":                      "en bonne voie",
		"to be watched":                 "à surveiller",
		"in trouble":                    "en difficulté",
		"not measurable yet":            "pas encore mesurable",
		"Cost (cpi)":                    "Coût (cpi)",
		"Schedule (spi)":                "Délai (spi)",
		"Schedule in time, spi(t)":      "Délai en temps, spi(t)",
		"Ends at (eac)":                 "Coût estimé à l'achèvement (eac)",
		"Against budget (vac)":          "Écart à l'achèvement (vac)",
		"All numbers":                   "Tous les chiffres",
		"Number":                        "Chiffre",
		"Value":                         "Valeur",
		"Meaning":                       "Signification",
		"As known now":                  "Connu maintenant",
		"As reported then":              "Publié alors",
		"Not reported; caught up on %s": "Non publié ; rattrapé le %s",
		"The data behind this plot":     "Les données de ce graphique",
		"Read with care":                "À lire avec prudence",
		"Restated: with the budget of that day, and everything else as it is known now.": "Chiffres reconstitués : avec le budget de ce jour-là, " +
			"et tout le reste tel qu'on le connaît maintenant.",
		"Nothing was reported on that day.": "Rien n'a été publié ce jour-là.",
		"Nothing weakens these numbers: all sprints are dated, all time is in a sprint, all tickets have points.": "Rien ne fragilise ces chiffres : " +
			"tous les sprints sont datés, tout le temps est dans un sprint, tous les tickets ont des points.",
		"Nothing weakens these numbers: all sprints are dated, all time has a rate and a sprint, all tickets have points.": "Rien ne fragilise ces " +
			"chiffres : tous les sprints sont datés, tout le temps a un taux et un sprint, tous les tickets ont des points.",
		"undated_points":      "Points dans des sprints sans dates : %s. Ils peuvent être acquis mais ne sont jamais attendus, ce qui flatte le spi.",
		"unrated_minutes":     "Temps sans taux journalier : %s. Il coûte 0 ici.",
		"no_sprint_minutes":   "Temps hors sprint : %s. Il a un coût et ne rapporte rien.",
		"unestimated_tickets": "Tickets sans points : %s. Le travail qu'ils demandent n'est pas compté.",
		"overbooked_minutes":  "Temps au-delà de 24 heures d'un même membre le même jour : %s. Il a un coût, mais personne n'a pu travailler autant.",
		"future_minutes":      "Temps daté d'après aujourd'hui : %s. Il a déjà un coût, mais la courbe ne le montre pas encore.",
		"early_minutes":       "Temps daté de plus de 90 jours avant le premier sprint : %s. La courbe ne commence pas si tôt ; son coût est dans le premier jour.",

		// Edits without any work.
		"Since the report of %s, %s of cost has left sprints along with unfinished tickets.":     "Depuis le rapport du %s, un coût de %s a quitté les sprints avec des tickets non terminés.",
		"Since the report of %s, commitments were taken again, which gained %s.":                 "Depuis le rapport du %s, des engagements ont été repris, ce qui a fait gagner %s.",
		"Since the report of %s, finished tickets were re-estimated by %s.":                      "Depuis le rapport du %s, des tickets terminés ont été réestimés de %s.",
		"Since the report of %s, sprints were given other dates, which took %s off what is due.": "Depuis le rapport du %s, des sprints ont changé de dates, ce qui retire %s de ce qui est attendu.",
		"Without this, %s would be %s instead of %s.":                                            "Sans cela, %s serait de %s au lieu de %s.",
		"Changed by %s.":  "Modifié par %s.",
		"someone unknown": "une personne inconnue",
		"and %s more":     "et %s de plus",

		// Estimates at completion.
		"Estimates at completion": "Estimations à l'achèvement",
		"The all-in cpi compares the value earned with all cost, in sprints or outside them: %s.": "Le cpi tout compris compare la valeur acquise à tout le coût, " +
			"dans les sprints ou hors sprint : %s.",
		"All-in cost (cpi)":  "Coût tout compris (cpi)",
		"Method":             "Méthode",
		"Against the budget": "Par rapport au budget",
		"%s (chosen)":        "%s (retenue)",
		"at budget":          "au budget",
		"all-in":             "tout compris",
		"the rest at the cost performance so far; this is eac":                       "le reste à la performance de coût actuelle ; c'est l'eac",
		"the rest at the cost and schedule performance so far":                       "le reste à la performance actuelle de coût et de délai",
		"the rest as budgeted":                                                       "le reste comme prévu au budget",
		"the rest at the performance so far of all cost, in sprints or outside them": "le reste à la performance actuelle de tout le coût, dans les sprints ou hors sprint",

		// The sentences at the top of the page.
		"The budget is %s. This project shows its cost to its owner and admins only.": "Le budget est de %s. Ce projet ne montre ses coûts qu'à son " +
			"propriétaire et à ses administrateurs.",
		"This project shows its cost to its owner and admins only.":                "Ce projet ne montre ses coûts qu'à son propriétaire et à ses administrateurs.",
		"The project has no budget; %s is spent so far.":                           "Le projet n'a pas de budget ; la dépense à ce jour est de %s.",
		"Nothing is spent in sprints yet of a budget of %s.":                       "Rien n'est encore dépensé dans les sprints, sur un budget de %s.",
		"Every %s spent has earned %s: nothing of the plan is earned yet.":         "Pour %s dépensé, le travail accompli vaut %s : rien du plan n'est encore acquis.",
		"Every %s spent has earned %s. All work is earned, and it cost %s, %s.":    "Pour %s dépensé, le travail accompli vaut %s. Tout le travail est acquis et a coûté %s, %s.",
		"Every %s spent has earned %s. At this rate the project will cost %s, %s.": "Pour %s dépensé, le travail accompli vaut %s. À ce rythme, le projet coûtera %s, %s.",
		"on budget":                        "dans le budget",
		"%s over budget":                   "%s au-dessus du budget",
		"%s under budget":                  "%s au-dessous du budget",
		"For each point due, %s is earned": "Pour chaque point attendu, %s est acquis",
		"No points are due yet":            "Aucun point n'est encore attendu",
		"; in time that is %s":             " ; en temps, c'est %s",
		", and points to an end on %s":     ", ce qui donne une fin le %s",
		", as planned":                     ", comme prévu",
		" instead of %s":                   " au lieu du %s",
		"on schedule":                      "à l'heure",
		"%s behind":                        "%s de retard",
		"%s ahead":                         "%s d'avance",

		// Earned schedule and forecast.
		"Earned schedule":                  "Délai acquis",
		"planned length in days, %s to %s": "durée planifiée en jours, du %s au %s",
		"days gone":                        "jours écoulés",
		"days after which the plan reaches what is earned now": "jours au bout desquels le plan devait atteindre ce qui est acquis maintenant",
		"days ahead; behind when negative":                     "jours d'avance ; de retard si négatif",
		"days earned for each day gone":                        "jours acquis par jour écoulé",
		"pace needed to end as planned":                        "rythme nécessaire pour finir comme prévu",
		"length to expect at this pace":                        "durée à attendre à ce rythme",
		"forecast end":                                         "fin à ce rythme",
		"the day that it ends on then":                         "le jour où il finit alors",
		"Forecast":                                             "Prévision",
		"Chance":                                               "Probabilité",
		"Finish":                                               "Fin",
		"Cost at completion":                                   "Coût à l'achèvement",
		"P50: as likely as not":                                "P50 : une chance sur deux",
		"P80: four in five":                                    "P80 : quatre chances sur cinq",
		"P95: nearly sure":                                     "P95 : presque sûr",
		"There are no points to forecast yet.":                 "Il n'y a pas encore de points à prévoir.",
		"No points are left.":                                  "Il ne reste aucun point.",
		"There is no forecast: past sprints finished no points.":                                "Pas de prévision : les sprints passés n'ont terminé aucun point.",
		"There is no forecast yet: it needs three past sprints with dates, and there are none.": "Pas encore de prévision : il faut trois sprints passés datés, il n'y en a aucun.",
		"There is no forecast yet: it needs three past sprints with dates, and there is one.":   "Pas encore de prévision : il faut trois sprints passés datés, il y en a un.",
		"There is no forecast yet: it needs three past sprints with dates, and there are %s.":   "Pas encore de prévision : il faut trois sprints passés datés, il y en a %s.",
		"%s left, played %s times with %s.":                                                     "Reste à faire : %s, simulé %s fois avec %s.",

		"The usual time from the start of a sprint to the start of the next is %s.": "D'un début de sprint au suivant, il s'écoule d'ordinaire %s.",
		"%s of the simulations end more than twenty years ahead, which is too far away to forecast.": "%s des simulations finissent dans plus de vingt ans, " +
			"ce qui est trop loin pour une prévision.",
		"EAC (%s) and the forecast's P50 (%s) differ: EAC assumes the pace of cost so far, the forecast the pace at which past sprints finished points.": "" +
			"L'EAC (%s) et le P50 de la prévision (%s) diffèrent : l'EAC suppose le rythme de coût constaté jusqu'ici, " +
			"la prévision le rythme auquel les sprints passés ont terminé des points.",
		"more than twenty years ahead":                                      "dans plus de vingt ans",
		"When the simulations end":                                          "Quand finissent les simulations",
		"There is nothing to draw: no simulation ends within twenty years.": "Rien à tracer : aucune simulation ne finit dans les vingt ans.",
		"From":                     "Du",
		"To":                       "Au",
		"Share of the simulations": "Part des simulations",
		"Ended by then":            "Finies à cette date",
		"%s of the simulations end later than drawn here.":                            "%s des simulations finissent plus tard que ce qui est tracé.",
		"P50: %s, P80: %s, P95: %s.":                                                  "P50 : %s, P80 : %s, P95 : %s.",
		"The simulations that end within %s":                                          "Les simulations qui finissent en l'espace de %s",
		"P50, P80 and P95: the days by which that share of the simulations has ended": "P50, P80 et P95 : les jours où cette part des simulations est finie",

		// Plots.
		"bn":     "Md",
		"%s: %s": "%s : %s",
		"Date":   "Date",
		"Money":  "Montant",
		"Points": "Points",
		"Sprint": "Sprint",
		"Epic":   "Epic",
		"S-curve: planned value, earned value and actual cost": "Courbe en S : valeur planifiée, valeur acquise et coût réel",
		"S-curve: planned value and earned value":              "Courbe en S : valeur planifiée et valeur acquise",
		"S-curve: points planned and earned":                   "Courbe en S : points planifiés et acquis",
		"Restated with what is known now: the present plan, each ticket from the day it last became done. The budget is that of each day.": "Reconstitué avec " +
			"ce qui est connu maintenant : le plan actuel, chaque ticket à partir du jour où il a été terminé pour la dernière fois. Le budget est celui de chaque jour.",
		"%s: the budget changed from %s to %s, and planned and earned value with it.": "%s : le budget passe de %s à %s, et avec lui la valeur planifiée et la valeur acquise.",
		"Reason: %s": "Motif : %s",
		"no budget":  "aucun budget",
		"There is nothing to draw yet: no sprint has dates, and no time has been logged.": "Rien à tracer pour l'instant : aucun sprint n'a de dates, aucun temps n'est saisi.",
		"budget %s":                "budget %s",
		"PV":                       "PV",
		"EV":                       "EV",
		"AC":                       "AC",
		"planned value":            "valeur planifiée",
		"earned value":             "valeur acquise",
		"actual cost":              "coût réel",
		"Planned":                  "Planifiés",
		"Earned":                   "Acquis",
		"points due by the day":    "points attendus à ce jour",
		"points earned by the day": "points acquis à ce jour",
		"Outlook: all points, at P50, P80 and P95 of the forecast":          "Perspective : tous les points, à P50, P80 et P95 de la prévision",
		"Outlook: all cost at the end, at P50, P80 and P95 of the forecast": "Perspective : coût total à la fin, à P50, P80 et P95 de la prévision",
		"Points planned": "Points planifiés",
		"Points earned":  "Points acquis",
		"All cost":       "Coût total",
		"today, %s":      "aujourd'hui, %s",
		"Cost and schedule performance over time":                                      "Performance de coût et de délai dans le temps",
		"Restated with what is known now.":                                             "Reconstitué avec ce qui est connu maintenant.",
		"Above 1 is better than planned; values above 2 are cut.":                      "Au-dessus de 1, c'est mieux que prévu ; au-dessus de 2, les valeurs sont coupées.",
		"Schedule performance over time":                                               "Performance de délai dans le temps",
		"There is nothing to draw yet: no points are due.":                             "Rien à tracer pour l'instant : aucun point n'est attendu.",
		"There is nothing to draw yet: no points are due and no cost has been logged.": "Rien à tracer pour l'instant : aucun point n'est attendu, aucun coût n'est saisi.",
		"value earned for every 1 spent":                                               "valeur acquise pour chaque unité dépensée",
		"points earned for each point due":                                             "points acquis par point attendu",
		"Index (1 = as planned)":                                                       "Indice (1 = comme prévu)",
		"red: < %s":                                                                    "rouge : < %s",
		"amber: < %s":                                                                  "orange : < %s",
		"As it was reported day by day.":                                               "Tel que publié jour après jour.",
		"No day was reported when it was over: all were caught up later, with what was known of them then.": "Aucun jour n'a été publié à sa fin : " +
			"tous ont été rattrapés plus tard, avec ce qu'on en savait alors.",
		"As it was reported day by day; %s of %s were caught up later, with what was known of them then.": "Tel que publié jour après jour ; %s sur %s " +
			"ont été rattrapés plus tard, avec ce qu'on en savait alors.",
		"Cost by sprint": "Coût par sprint",
		"Cost by sprint, beside the value it earned":                               "Coût par sprint, à côté de la valeur acquise",
		"There is nothing to draw yet: no time with a daily rate has been logged.": "Rien à tracer pour l'instant : aucun temps avec taux journalier n'est saisi.",
		"The plan ends at %s, not at %s. Points in sprints without dates: %s; in no sprint, or added to one after its start: %s.": "Le plan s'arrête " +
			"à %s et non à %s. Points dans des sprints sans dates : %s ; hors sprint, ou ajoutés à un sprint après son début : %s.",
		"These sprints have not started but already have a cost (%s), because time was logged on tickets that are now in them: %s.": "Ces sprints n'ont pas " +
			"commencé mais ont déjà un coût (%s), parce que du temps a été saisi sur des tickets qui s'y trouvent maintenant : %s.",
		"Start":        "Début",
		"End":          "Fin",
		"Cost":         "Coût",
		"Value earned": "Valeur acquise",
		"no sprint":    "hors sprint",
		"All cost so far is %s, of which %s outside sprints.":   "Le coût total à ce jour est de %s, dont %s hors sprint.",
		"Points by sprint: committed and done":                  "Points par sprint : engagés et terminés",
		"There is nothing to draw yet: no sprint holds points.": "Rien à tracer pour l'instant : aucun sprint ne contient de points.",
		"Status":                               "État",
		"planning":                             "en préparation",
		"active":                               "en cours",
		"completed":                            "terminé",
		"Points committed":                     "Points engagés",
		"Points done":                          "Points terminés",
		"Committed":                            "Engagés",
		"Done":                                 "Terminés",
		"The mean of past sprints is unknown.": "La moyenne des sprints passés est inconnue.",
		"Mean of past sprints: %s":             "Moyenne des sprints passés : %s",
		"Past sprints finished %s points on average.":                         "Les sprints passés ont terminé %s points en moyenne.",
		"The next sprint can be expected to finish between %s and %s points.": "On peut attendre du prochain sprint entre %s et %s points terminés.",
		"The last %s are drawn; the table has all.":                           "Les %s derniers sont tracés ; le tableau les contient tous.",
		"The first %s epics are drawn; the table has all.":                    "Les %s premiers epics sont tracés ; le tableau les contient tous.",
		"Roadmap: plan and forecast":                                          "Feuille de route : plan et prévision",
		"There is nothing to draw yet: the project has no epics.":             "Rien à tracer pour l'instant : le projet n'a pas d'epics.",
		"The links form a cycle, so the end of the roadmap is unknown. The cycle: %s.": "Les liens forment une boucle : la fin de la feuille de route " +
			"est inconnue. Sur la boucle : %s.",
		"All epics are done.":                        "Tous les epics sont terminés.",
		"All epics are done, the last one since %s.": "Tous les epics sont terminés, le dernier depuis le %s.",
		"The end of the roadmap is unknown, because nothing says how long a critical epic will take.": "La fin de la feuille de route est inconnue : " +
			"rien n'indique la durée d'un epic critique.",
		"The roadmap is expected to finish on %s.":                      "La fin de la feuille de route est attendue le %s.",
		"The roadmap is expected to finish on %s, as planned.":          "La fin de la feuille de route est attendue le %s, comme prévu.",
		"The roadmap is expected to finish on %s; the plan ends on %s.": "La fin de la feuille de route est attendue le %s ; le plan se termine le %s.",
		"The team cannot do everything at once: at its recent pace, the points left take until %s.": "L'équipe ne peut pas tout faire à la fois : " +
			"à son rythme récent, les points restants prennent jusqu'au %s.",
		"%s waits for %s and is pushed by %s.": "%s attend %s et est repoussé de %s.",
		"… and %s more.":                       "… et %s de plus.",
		"Milestone: %s, %s":                    "Jalon : %s, %s",
		"Planned start":                        "Début planifié",
		"Planned finish":                       "Fin planifiée",
		"Late finish":                          "Fin au plus tard",
		"Days left":                            "Jours restants",
		"Total slack":                          "Marge totale",
		"Free slack":                           "Marge libre",
		"Critical":                             "Critique",
		"yes":                                  "oui",
		"no":                                   "non",
		"end %s":                               "fin %s",
		"? work left unknown":                  "? reste à faire inconnu",
		"Plan":                                 "Plan",
		"Critical: a day lost here is lost at the end": "Critique : un jour perdu ici est perdu à la fin",
		"Done, or can wait":                            "Terminé, ou peut attendre",
		"How long it can wait (total slack)":           "Combien de temps il peut attendre (marge totale)",

		// The numbers of /finance.
		"budget at completion":         "budget à l'achèvement",
		"budget without its reserve":   "budget hors réserve",
		"reserve":                      "réserve pour aléas",
		"reserve, share of the budget": "part du budget pour aléas",
		"cost variance":                "écart de coût",
		"schedule variance":            "écart de délai",
		"actual cost, in sprints":      "coût réel dans les sprints",
		"cost outside sprints":         "coût hors sprint",
		"all cost":                     "coût total à ce jour",
		"cost of epics not finished":   "coût des epics non terminés",
		"cost performance":             "indice de performance des coûts",
		"schedule performance":         "indice de performance des délais",
		"performance the rest needs":   "indice de performance à tenir",
		"estimate at completion":       "coût estimé à l'achèvement",
		"estimate to complete":         "coût estimé du reste à faire",
		"variance at completion":       "écart à l'achèvement",
		"all points":                   "points de tous les tickets",
		"points done":                  "points de tous les tickets terminés",
		"points earned":                "points qui comptent comme acquis",
		"points due":                   "points attendus à ce jour",
		"points in undated sprints":    "points dans des sprints sans dates",
		"share earned":                 "part des points acquise",
		"share due":                    "part des points attendue à ce jour",
	}
})
