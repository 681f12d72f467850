import type { invitation as en } from '../en/invitation';
import type { Translated } from '../texts';

export const invitation: Translated<typeof en> = {
  title: 'Bienvenue dans Earnest',
  lead: 'Bonjour {name}. Choisissez un mot de passe pour commencer.',
  leadNew: 'Indiquez votre nom et choisissez un mot de passe pour commencer.',
  joins: { one: 'Vous rejoignez ce projet :', other: 'Vous rejoignez ces projets :' },
  submit: 'Commencer',
  resetTitle: 'Choisissez un nouveau mot de passe',
  resetLead: 'Bonjour {name}. Un administrateur a réinitialisé votre mot de passe. Choisissez-en un nouveau.',
  resetSubmit: 'Enregistrer et se connecter',
  endsFactor: 'Votre second facteur sera ensuite désactivé. Réactivez-le dans votre compte.',
  invalidTitle: 'Ce lien ne fonctionne pas',
  invalidText:
    'Il a déjà servi, a expiré ou n’a pas été copié en entier. Demandez-en un nouveau à la personne qui l’a envoyé.',
};
