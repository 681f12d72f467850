import { useParams } from '@tanstack/react-router';
import { NodeView } from '../epic/NodeView';

export default function SuperEpicPage() {
  const { project, superEpic } = useParams({ from: '/app/projects/$project/super-epics/$superEpic' });
  return <NodeView key={superEpic} project={project} kind="super_epic" uuid={superEpic} />;
}
