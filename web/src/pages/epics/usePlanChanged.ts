import { useQueryClient } from '@tanstack/react-query';
import { cardsKey } from '../../api/cards';
import { financeKey } from '../../api/finance';
import { frameKey } from '../../api/frame';
import { roadmapKey } from '../../api/roadmap';

/** Refetches everything a plan change may affect; resolves when the roadmap is loaded. */
export function usePlanChanged(project: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const others = [cardsKey(project), frameKey(project), financeKey(project)];
    for (const queryKey of others) void client.invalidateQueries({ queryKey });
    await client.invalidateQueries({ queryKey: roadmapKey(project) });
  };
}
