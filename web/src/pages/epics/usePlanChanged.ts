import { useQueryClient } from '@tanstack/react-query';
import { cardsKey } from '../../api/cards';
import { frameKey } from '../../api/frame';
import { roadmapKey } from '../../api/roadmap';

/** usePlanChanged asks again for everything that a change of the plan may move; it is done when the roadmap is there. */
export function usePlanChanged(project: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    for (const queryKey of [cardsKey(project), frameKey(project)]) void client.invalidateQueries({ queryKey });
    await client.invalidateQueries({ queryKey: roadmapKey(project) });
  };
}
