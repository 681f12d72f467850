import { Link } from '@tanstack/react-router';
import type { PlanNode } from '../../api/types.gen';
import { useRoadmap } from './context';
import classes from './timeline.module.css';

export function NodeLink({ node }: { node: PlanNode }) {
  const { project } = useRoadmap();
  const shared = { className: classes.title, title: node.title, draggable: false };
  return node.kind === 'epic' ? (
    <Link {...shared} to="/projects/$project/epics/$epic" params={{ project, epic: node.uuid }}>
      {node.title}
    </Link>
  ) : (
    <Link {...shared} to="/projects/$project/super-epics/$superEpic" params={{ project, superEpic: node.uuid }}>
      {node.title}
    </Link>
  );
}
