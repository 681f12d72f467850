import { useQueryClient } from '@tanstack/react-query';
import { frameQuery } from '../../api/frame';
import { changedMeanwhile } from '../../api/http';
import type { Sprint } from '../../api/types.gen';
import { readAgain } from '../../api/versions';
import { useFormat, useT } from '../../i18n';
import { TheirFields } from '../../ui/Theirs';
import { useSaveOver } from '../../ui/useSaveOver';

export type SprintOver = ReturnType<typeof useSprintOver>;

/** Saves the fields of a sprint's form, unless somebody else has changed the same ones meanwhile. */
export function useSprintOver(project: string, sprint: Sprint | undefined) {
  const client = useQueryClient();
  return useSaveOver(sprint && fieldsOf(sprint), async () => {
    const { sprints } = await readAgain(client, frameQuery(project));
    const now = sprints.find(({ uuid }) => uuid === sprint?.uuid);
    if (now === undefined) throw changedMeanwhile();
    return fieldsOf(now);
  });
}

const fieldsOf = ({ uuid, title, goal, start_date, end_date, dod, version }: Sprint) => ({
  uuid,
  title,
  goal: goal ?? '',
  start_date,
  end_date,
  dod,
  version,
});

/** The fields of a sprint as somebody else has saved them since the form was opened. */
export function TheirSprint({ theirs }: { theirs: SprintOver['theirs'] }) {
  const t = useT();
  const format = useFormat();
  return (
    <TheirFields
      fields={{
        [t('sprint.name')]: theirs.title,
        [t('sprint.goal')]: theirs.goal,
        [t('sprint.start')]: theirs.start_date && format.date(theirs.start_date),
        [t('sprint.end')]: theirs.end_date && format.date(theirs.end_date),
        [t('sprint.dod')]: theirs.dod?.join('\n'),
      }}
    />
  );
}
