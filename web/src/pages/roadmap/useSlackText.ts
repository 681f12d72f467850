import type { PlanNode } from '../../api/types.gen';
import { useT } from '../../i18n';

export function useSlackText(): (node: PlanNode) => string {
  const t = useT();
  return (node) => {
    if (node.critical) return t('roadmap.critical');
    if (node.total_slack === null) return t('roadmap.slackUnknown');
    return t('roadmap.slackOf', { count: Math.round(node.total_slack * 10) / 10 });
  };
}
