import { useQueryClient } from '@tanstack/react-query';
import { cardsKey } from '../../api/cards';
import { frameKey } from '../../api/frame';
import { projectsKey } from '../../api/projects';
import { chartKey, velocityKey } from '../../api/sprints';

/** Refetches everything a sprint change may affect; resolves when the frame is loaded. */
export function useSprintChanged(project: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const others = [cardsKey(project), chartKey(project), velocityKey(project), projectsKey];
    for (const queryKey of others) void client.invalidateQueries({ queryKey });
    await client.invalidateQueries({ queryKey: frameKey(project) });
  };
}
