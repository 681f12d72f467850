import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { markFavourite, projectsKey, projectsQuery } from '../../api/projects';
import type { OverviewProject } from '../../api/types.gen';
import { useT } from '../../i18n';
import { useNotify } from '../../ui/notify';
import classes from './projects.module.css';

/** Pins a project to the top of the reader's list. */
export function Favourite({ project }: { project: OverviewProject }) {
  const t = useT();
  const mark = useMarkFavourite();
  const Sign = project.favourite ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      variant="subtle"
      color={project.favourite ? 'amber' : 'gray'}
      className={classes.above}
      aria-pressed={project.favourite}
      aria-label={t('projects.favourite', { name: project.name })}
      onClick={() => mark.mutate({ uuid: project.uuid, favourite: !project.favourite })}
    >
      <Sign size={18} aria-hidden />
    </ActionIcon>
  );
}

function useMarkFavourite() {
  const client = useQueryClient();
  const notify = useNotify();
  const set = (uuid: string, favourite: boolean) =>
    client.setQueryData(projectsQuery.queryKey, (old) => {
      if (old === undefined) return old;
      return { projects: old.projects.map((one) => (one.uuid === uuid ? { ...one, favourite } : one)) };
    });
  return useMutation({
    mutationFn: (input: { uuid: string; favourite: boolean }) => markFavourite(input.uuid, input.favourite),
    onMutate: async ({ uuid, favourite }) => {
      await client.cancelQueries({ queryKey: projectsKey });
      set(uuid, favourite);
    },
    onError: (error, { uuid, favourite }) => {
      set(uuid, !favourite);
      notify.failed(error);
    },
  });
}
