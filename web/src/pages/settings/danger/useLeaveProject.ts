import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { projectKey } from '../../../api/frame';
import { projectsKey } from '../../../api/projects';

/** Navigates away from a project the reader can no longer see, and clears its cache. */
export function useLeaveProject(project: string): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await navigate({ to: '/projects' });
    client.removeQueries({ queryKey: projectKey(project) });
    await client.invalidateQueries({ queryKey: projectsKey });
  };
}
