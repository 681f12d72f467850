import { useQuery } from '@tanstack/react-query';
import { roadmapQuery } from '../../api/roadmap';

/** Counts the roadmap links that start or end at a node. */
export function useLinkCount(project: string, uuid: string): number {
  const { data } = useQuery(roadmapQuery(project));
  return data?.links.filter((link) => link.pred_uuid === uuid || link.succ_uuid === uuid).length ?? 0;
}
