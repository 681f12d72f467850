import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFrame } from '../../../api/frame';
import { orderStatuses, statusesKey, statusesQuery } from '../../../api/statuses';
import type { StatusList, UsedStatus } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { useWords } from '../../../i18n/words';
import { Section } from '../../../ui/Section';
import { SortList } from '../../../ui/SortList';
import { ErrorState, Loading } from '../../../ui/State';
import { ReadOnly } from '../parts/ReadOnly';
import { useChange } from '../parts/useChange';
import { RemoveStatus } from './RemoveStatus';
import { StatusForm } from './StatusForm';
import { StatusRow } from './StatusRow';

type Task = { kind: 'add' } | { kind: 'edit' | 'remove'; status: UsedStatus };

/** The board's columns, in order. */
export function StatusesTab({ project }: { project: string }) {
  const t = useT();
  const frame = useFrame(project);
  const statuses = useQuery(statusesQuery(project));
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  const list = statuses.data?.statuses;
  return (
    <>
      <ReadOnly frame={frame} act="manage" />
      <Section
        title={t('settings.tab_statuses')}
        text={t('settings.statusesText')}
        action={
          frame.may.manage && (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setTask({ kind: 'add' })}
            >
              {t('settings.statusNew')}
            </Button>
          )
        }
      >
        {statuses.isPending && <Loading rows={6} height={48} />}
        {statuses.isError && <ErrorState error={statuses.error} onRetry={() => void statuses.refetch()} />}
        {list && <List project={project} statuses={list} may={frame.may.manage} onTask={setTask} />}
      </Section>
      {task?.kind === 'add' && <StatusForm project={project} status={null} onClose={close} />}
      {task?.kind === 'edit' && <StatusForm project={project} status={task.status} onClose={close} />}
      {task?.kind === 'remove' && list && (
        <RemoveStatus project={project} status={task.status} statuses={list} onClose={close} />
      )}
    </>
  );
}

function List(props: { project: string; statuses: UsedStatus[]; may: boolean; onTask: (task: Task) => void }) {
  const t = useT();
  const words = useWords();
  const { project, statuses, may } = props;
  const ordering = useChange({
    project,
    list: statusesKey(project),
    run: (keys: string[]) => orderStatuses(project, keys),
    show: (old: StatusList, keys) => ({
      statuses: keys.flatMap((key) => old.statuses.filter((status) => status.key === key)),
    }),
  });
  return (
    <SortList
      label={t('settings.tab_statuses')}
      items={statuses.map((status) => ({
        id: status.key,
        name: words.status(status),
        content: <StatusRow status={status} may={may} onTask={(kind) => props.onTask({ kind, status })} />,
      }))}
      onOrder={may ? (keys) => ordering.mutate(keys) : undefined}
    />
  );
}
