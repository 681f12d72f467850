// A curl command for the scopes of a key, ready to paste.

const paths: readonly [scope: string, path: string, ofProject: boolean][] = [
  ['projects:read', '/projects', false],
  ['finance:read', '/portfolio/finance', false],
  ['tickets:read', '/tickets', true],
  ['sprints:read', '/sprints', true],
  ['epics:read', '/epics', true],
  ['super-epics:read', '/super-epics', true],
  ['team:read', '/team', true],
  ['time:read', '/time-entries', true],
  ['statuses:read', '/statuses', true],
  ['roadmap:read', '/milestones', true],
];

/** Whether an example for these scopes needs a project. */
export const needsProject = (scopes: readonly string[]): boolean =>
  !scopes.includes('projects:read') && !scopes.includes('finance:read');

/** A first call these scopes allow; null if they do not allow reading any list. */
export function curlOf(base: string, secret: string, scopes: readonly string[], project: string | null): string | null {
  const found = paths.find(([scope, , ofProject]) => scopes.includes(scope) && (!ofProject || project !== null));
  if (found === undefined) return null;
  const query = found[2] ? `?project=${project}` : '';
  return `curl -H 'Authorization: Bearer ${secret}' '${base}${found[1]}${query}'`;
}
