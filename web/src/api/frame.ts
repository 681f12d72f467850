// The frame of a project: what every page of it needs to draw names, colours and choices.

import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { get } from './http';
import type { Frame } from './types.gen';

/** projectKey begins the key of everything that belongs to one project, so that it can be dropped at once. */
export const projectKey = (project: string) => ['project', project] as const;
export const frameKey = (project: string) => ['project', project, 'frame'] as const;

export const frameQuery = (project: string) =>
  queryOptions({
    queryKey: frameKey(project),
    // Not given up when the header that asked is drawn anew: the route waits for the same answer.
    queryFn: () => get<Frame>(`/projects/${project}`),
  });

/** useFrame is the frame of a project. Below a project's route it is loaded already. */
export const useFrame = (project: string): Frame => useSuspenseQuery(frameQuery(project)).data;
