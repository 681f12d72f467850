import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { projectKey } from '../../../api/frame';
import { projectsKey } from '../../../api/projects';

/** useGone leads away from a project that is no longer there for the reader, and forgets it. */
export function useGone(project: string): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await navigate({ to: '/projects' });
    client.removeQueries({ queryKey: projectKey(project) });
    await client.invalidateQueries({ queryKey: projectsKey });
  };
}
