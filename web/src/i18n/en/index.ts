import { account } from './account';
import { backlog } from './backlog';
import { board } from './board';
import { changes } from './changes';
import { charts } from './charts';
import { common } from './common';
import { currencies } from './currencies';
import { epic } from './epic';
import { epics } from './epics';
import { errors } from './errors';
import { explain } from './explain';
import { files } from './files';
import { finance } from './finance';
import { flow } from './flow';
import { forecast } from './forecast';
import { guide } from './guide';
import { health } from './health';
import { indicators } from './indicators';
import { invitation } from './invitation';
import { keys } from './keys';
import { plans } from './plans';
import { portfolio } from './portfolio';
import { projects } from './projects';
import { quotas } from './quotas';
import { reports } from './reports';
import { roadmap } from './roadmap';
import { settings } from './settings';
import { setup } from './setup';
import { shell } from './shell';
import { signin } from './signin';
import { sprint } from './sprint';
import { superepic } from './superepic';
import { ticket } from './ticket';
import { time } from './time';
import { totals } from './totals';
import { users } from './users';
import { words } from './words';

export default {
  account,
  backlog,
  board,
  changes,
  charts,
  common,
  currencies,
  epic,
  epics,
  errors,
  explain,
  files,
  finance,
  flow,
  forecast,
  guide,
  health,
  indicators,
  invitation,
  keys,
  plans,
  portfolio,
  projects,
  quotas,
  reports,
  roadmap,
  settings,
  setup,
  shell,
  signin,
  sprint,
  superepic,
  ticket,
  time,
  totals,
  users,
  words,
};
