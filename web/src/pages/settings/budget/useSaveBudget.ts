import { useMutation, useQueryClient } from '@tanstack/react-query';
import { financeKey } from '../../../api/finance';
import { frameKey } from '../../../api/frame';
import { projectsKey } from '../../../api/projects';
import { setBudget } from '../../../api/settings';
import { useT } from '../../../i18n';
import { useNotify } from '../../../ui/notify';
import type { BudgetDraft } from './list';

/** Saves a budget, and refreshes the preview, the history and everything else that depends on it. */
export function useSaveBudget(project: string, onDone: () => void) {
  const t = useT();
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (draft: BudgetDraft) => setBudget(project, draft),
    onSuccess: async (frame) => {
      client.setQueryData(frameKey(project), frame);
      void client.invalidateQueries({ queryKey: projectsKey });
      await client.invalidateQueries({ queryKey: financeKey(project) });
      notify.done(t('common.saved'));
      onDone();
    },
    onError: (error) => notify.failed(error),
  });
}
