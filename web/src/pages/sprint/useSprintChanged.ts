import { useQueryClient } from '@tanstack/react-query';
import { cardsKey } from '../../api/cards';
import { frameKey } from '../../api/frame';
import { projectsKey } from '../../api/projects';
import { chartKey, velocityKey } from '../../api/sprints';

/** useSprintChanged asks again for everything that a change of a sprint may move; it is done when the frame is there. */
export function useSprintChanged(project: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const others = [cardsKey(project), chartKey(project), velocityKey(project), projectsKey];
    for (const queryKey of others) void client.invalidateQueries({ queryKey });
    await client.invalidateQueries({ queryKey: frameKey(project) });
  };
}
