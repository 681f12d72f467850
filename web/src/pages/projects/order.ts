import type { Health, OverviewProject } from '../../api/types.gen';
import { containsWords } from '../../searchWords';
import type { Sort } from './search';

/** Projects whose name, key or description contains every word typed. */
export const filterProjects = (projects: readonly OverviewProject[], query: string): OverviewProject[] =>
  projects.filter((project) => containsWords(`${project.name} ${project.key} ${project.description ?? ''}`, query));

const badness: Record<Health | 'none', number> = { red: 0, amber: 1, good: 2, none: 3 };

/** The worse of the two ratings, to bring projects in trouble to the top. */
const worstHealth = (project: OverviewProject): number =>
  Math.min(badness[project.cpi_health ?? 'none'], badness[project.spi_health ?? 'none']);

/** Favourites first, then the chosen order, then by name. */
export function sortProjects(
  projects: readonly OverviewProject[],
  sort: Sort,
  compare: (a: string, b: string) => number,
): OverviewProject[] {
  const by: Record<Sort, (a: OverviewProject, b: OverviewProject) => number> = {
    name: () => 0,
    updated: (a, b) => (a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : 0),
    progress: (a, b) => (b.progress ?? -1) - (a.progress ?? -1),
    health: (a, b) => worstHealth(a) - worstHealth(b),
  };
  return [...projects].sort(
    (a, b) => Number(b.favourite) - Number(a.favourite) || by[sort](a, b) || compare(a.name, b.name),
  );
}
