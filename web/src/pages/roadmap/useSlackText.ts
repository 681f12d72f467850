import type { PlanNode } from '../../api/types.gen';
import { useT } from '../../i18n';

export function useSlackText(): (node: PlanNode) => string {
  const t = useT();
  return (node) => {
    if (node.critical) return t('roadmap.critical');
    if (node.state === 'done') return t('roadmap.isDone');
    if (node.total_slack === null) return t('roadmap.slackUnknown');
    return t('roadmap.slackOf', { count: node.total_slack });
  };
}
