import { DeleteNode } from '../epics/DeleteNode';
import { NodeForm } from '../epics/NodeForm';
import { type Asked, useDesk } from './desk';
import { LinkDialog } from './LinkDialog';
import { MilestoneDialog } from './MilestoneDialog';
import { hangingOn } from './plan';

export function Dialogues({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { project, plan } = useDesk();
  switch (asked.kind) {
    case 'node':
      return <NodeForm project={project} kind={asked.type} node={asked.node} parent={asked.parent} onClose={onClose} />;
    case 'delete':
      return <DeleteNode project={project} node={asked.node} {...hangingOn(plan, asked.node)} onClose={onClose} />;
    case 'link':
      return <LinkDialog pred={asked.pred} succ={asked.succ} onClose={onClose} />;
    case 'milestone':
      return <MilestoneDialog milestone={asked.milestone} onClose={onClose} />;
  }
}
