import { useParams } from '@tanstack/react-router';
import { NodeView } from './NodeView';

export default function EpicPage() {
  const { project, epic } = useParams({ from: '/app/projects/$project/epics/$epic' });
  return <NodeView key={epic} project={project} kind="epic" uuid={epic} />;
}
