import { DeleteNode } from '../epics/DeleteNode';
import { NodeForm } from '../epics/NodeForm';
import { type OpenDialog, useRoadmap } from './context';
import { LinkDialog } from './LinkDialog';
import { MilestoneDialog } from './MilestoneDialog';
import { affectedBy } from './plan';

export function Dialogs({ asked, onClose }: { asked: OpenDialog; onClose: () => void }) {
  const { project, plan } = useRoadmap();
  switch (asked.kind) {
    case 'node':
      return <NodeForm project={project} kind={asked.type} node={asked.node} parent={asked.parent} onClose={onClose} />;
    case 'delete':
      return <DeleteNode project={project} node={asked.node} {...affectedBy(plan, asked.node)} onClose={onClose} />;
    case 'link':
      return <LinkDialog pred={asked.pred} succ={asked.succ} link={asked.link} onClose={onClose} />;
    case 'milestone':
      return <MilestoneDialog milestone={asked.milestone} onClose={onClose} />;
  }
}
