import { oneOf, type Raw } from '../../search';

export const sorts = ['name', 'updated', 'progress', 'health'] as const;
export type Sort = (typeof sorts)[number];

interface ProjectsSearch {
  q?: string;
  sort?: Sort;
}

export function validateSearch(raw: Raw): ProjectsSearch {
  const sort = oneOf(raw, 'sort');
  return { q: oneOf(raw, 'q'), sort: sorts.find((known) => known === sort) };
}
