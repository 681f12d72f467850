import type { setup as en } from '../en/setup';
import type { Translated } from '../texts';

export const setup: Translated<typeof en> = {
  title: 'Mise en service d’Earnest',
  lead: 'Cette instance est nouvelle. Créez son premier administrateur ; vous inviterez les autres ensuite.',
  token: 'Jeton de mise en service',
  tokenText: 'Le serveur l’a affiché à son démarrage. Il prouve que ce serveur est le vôtre et ne sert qu’une fois.',
  firstname: 'Prénom',
  lastname: 'Nom',
  email: 'Courriel',
  password: 'Mot de passe',
  currency: 'Devise',
  currencyText:
    'Celle des nouveaux projets. Elle pourra être changée plus tard, pour l’instance et pour chaque projet.',
  submit: 'Créer l’administrateur',
};
