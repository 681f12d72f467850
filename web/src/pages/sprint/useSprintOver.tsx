import { useQueryClient } from '@tanstack/react-query';
import { frameQuery } from '../../api/frame';
import { changedMeanwhile } from '../../api/http';
import type { Sprint } from '../../api/types.gen';
import { readAgain } from '../../api/versions';
import { useFormat, useT } from '../../i18n';
import { FormClash } from '../../ui/Clash';
import { useSaveOver } from '../../ui/useSaveOver';

export type SprintOver = ReturnType<typeof useSprintOver>;

/** Saves the fields of a sprint's form, unless somebody else has changed the same ones meanwhile. */
export function useSprintOver(
  project: string,
  sprint: Sprint | undefined,
  onShown?: (part: Partial<SprintFields>) => void,
) {
  const client = useQueryClient();
  const read = async () => {
    const { sprints } = await readAgain(client, frameQuery(project));
    const now = sprints.find(({ uuid }) => uuid === sprint?.uuid);
    if (now === undefined) throw changedMeanwhile();
    return fieldsOf(now);
  };
  return useSaveOver(sprint && fieldsOf(sprint), read, onShown);
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

export type SprintFields = ReturnType<typeof fieldsOf>;

interface Props {
  over: SprintOver;
  onKeepMine?: () => void;
  busy: boolean;
}

/** The fields of a sprint that somebody else has changed since the form was opened. */
export function SprintClash(props: Props) {
  const t = useT();
  const format = useFormat();
  const describe = ({ title, goal, start_date, end_date, dod }: Partial<SprintFields>) => ({
    [t('sprint.name')]: title,
    [t('sprint.goal')]: goal,
    [t('sprint.start')]: start_date && format.date(start_date),
    [t('sprint.end')]: end_date && format.date(end_date),
    [t('sprint.dod')]: dod?.join('\n'),
  });
  return <FormClash {...props} describe={describe} />;
}
