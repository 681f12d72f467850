// The project frame: the names, colours and choices that every page of a project needs.

import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { get } from './http';
import type { Frame } from './types.gen';

/** Prefix of the query keys for everything in a project, so that all of it can be dropped together. */
export const projectKey = (project: string) => ['project', project] as const;
export const frameKey = (project: string) => ['project', project, 'frame'] as const;

export const frameQuery = (project: string) =>
  queryOptions({
    queryKey: frameKey(project),
    // No abort signal, because the route awaits the same request when the header rerenders.
    queryFn: () => get<Frame>(`/projects/${project}`),
  });

/** The frame of a project; its route has already loaded it. */
export const useFrame = (project: string): Frame => useSuspenseQuery(frameQuery(project)).data;
