import type { Dictionaries } from '../texts';
import { account } from './account';
import { backlog } from './backlog';
import { board } from './board';
import { charts } from './charts';
import { common } from './common';
import { errors } from './errors';
import { invitation } from './invitation';
import { keys } from './keys';
import { projects } from './projects';
import { settings } from './settings';
import { setup } from './setup';
import { shell } from './shell';
import { signin } from './signin';
import { sprint } from './sprint';
import { ticket } from './ticket';
import { users } from './users';
import { words } from './words';

const texts: Dictionaries = {
  account,
  backlog,
  board,
  charts,
  common,
  errors,
  invitation,
  keys,
  projects,
  settings,
  setup,
  shell,
  signin,
  sprint,
  ticket,
  users,
  words,
};

export default texts;
