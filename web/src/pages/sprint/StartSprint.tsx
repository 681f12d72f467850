import { Alert, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../api/session';
import { startQuery, startSprint } from '../../api/sprints';
import type { Sprint, SprintStart } from '../../api/types.gen';
import { daysBetween } from '../../days';
import { useFormat, useT } from '../../i18n';
import { DateField } from '../../ui/DateField';
import { useNotify } from '../../ui/notify';
import { ErrorState, Loading } from '../../ui/State';
import { nextPlan } from './dates';
import { StepDialog } from './StepDialog';
import { Unestimated } from './Unestimated';
import { useSprintChanged } from './useSprintChanged';
import { SprintClash, type SprintFields, type SprintOver, useSprintOver } from './useSprintOver';
import { VelocityBar } from './VelocityBar';

interface Props {
  project: string;
  sprint: Sprint;
  onClose: () => void;
}

/** Reviews points, goal and dates before a sprint starts. */
export function StartSprint(props: Props) {
  const t = useT();
  const { sprint } = props;
  const look = useQuery(startQuery(props.project, sprint.uuid));
  const plan = usePlan(sprint);
  const over = useSprintOver(props.project, sprint, plan.show);
  const start = useStart(props, plan, over);
  const dates = plan.start !== '' && plan.end !== '' && plan.start <= plan.end;
  return (
    <StepDialog
      title={t('sprint.startTitle', { title: sprint.title })}
      action={t('sprint.startAction')}
      busy={start.isPending}
      error={over.unexplained(start.error)}
      onDone={() => start.mutate()}
      onClose={props.onClose}
      steps={[
        {
          name: t('sprint.stepCommitment'),
          ready: look.data !== undefined,
          content: (
            <>
              {look.isPending && <Loading rows={3} />}
              {look.isError && <ErrorState error={look.error} onRetry={() => void look.refetch()} />}
              {look.data && <Commitment look={look.data} project={props.project} />}
            </>
          ),
        },
        { name: t('sprint.stepGoal'), ready: dates, content: <GoalAndDates plan={plan} valid={dates} /> },
        {
          name: t('sprint.stepConfirm'),
          content: look.data && (
            <>
              <Summary look={look.data} plan={plan} />
              <SprintClash over={over} busy={start.isPending} onKeepMine={() => start.mutate()} />
            </>
          ),
        },
      ]}
    />
  );
}

type Plan = ReturnType<typeof usePlan>;

/** The goal and dates to save; missing dates are suggested from today. */
function usePlan(sprint: Sprint) {
  const { today } = useSession();
  const proposed = nextPlan([], today, '');
  const [goal, setGoal] = useState(sprint.goal ?? '');
  const [start, setStart] = useState(sprint.start_date ?? proposed.start);
  const [end, setEnd] = useState(sprint.end_date ?? proposed.end);
  const show = (part: Partial<SprintFields>) => {
    if (part.goal !== undefined) setGoal(part.goal);
    if (part.start_date) setStart(part.start_date);
    if (part.end_date) setEnd(part.end_date);
  };
  return { goal, setGoal, start, setStart, end, setEnd, show };
}

function useStart(props: Props, plan: Plan, over: SprintOver) {
  const t = useT();
  const notify = useNotify();
  const changed = useSprintChanged(props.project);
  const { sprint } = props;
  return useMutation({
    mutationFn: () =>
      over.save(
        { goal: plan.goal.trim(), start_date: plan.start, end_date: plan.end },
        (input, version) => startSprint(sprint.uuid, input, version),
        true, // the summary has shown all of it
      ),
    onSuccess: async () => {
      await changed();
      notify.done(t('sprint.started', { title: sprint.title }));
      props.onClose();
    },
  });
}

function Commitment({ look, project }: { look: SprintStart; project: string }) {
  const t = useT();
  const velocity = look.velocity && { ...look.velocity, sprints: { length: look.velocity.sprints } };
  const unestimated = look.warnings.find((warning) => warning.code === 'unestimated')?.tickets ?? [];
  const others = (['empty', 'another_active', 'over_velocity'] as const).filter((code) =>
    look.warnings.some((warning) => warning.code === code),
  );
  return (
    <>
      <Text>{t('sprint.commitment', { count: look.tickets })}</Text>
      <VelocityBar points={look.points} velocity={velocity ?? undefined} />
      {others.map((code) => (
        <Alert key={code} color="amber" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t(`sprint.warn_${code}`)}
        </Alert>
      ))}
      {unestimated.length > 0 && <Unestimated tickets={unestimated} project={project} />}
      {look.warnings.length === 0 && <Text c="dimmed">{t('sprint.noWarning')}</Text>}
    </>
  );
}

function GoalAndDates({ plan, valid }: { plan: Plan; valid: boolean }) {
  const t = useT();
  return (
    <>
      <Textarea
        label={t('sprint.goal')}
        description={t('sprint.goalHint')}
        autosize
        minRows={2}
        value={plan.goal}
        onChange={(event) => plan.setGoal(event.currentTarget.value)}
      />
      <Group grow align="flex-start">
        <DateField
          name="start_date"
          label={t('sprint.start')}
          required
          defaultValue={plan.start}
          onChange={plan.setStart}
        />
        <DateField
          name="end_date"
          label={t('sprint.end')}
          required
          min={plan.start}
          defaultValue={plan.end}
          onChange={plan.setEnd}
          error={valid ? undefined : t('sprint.datesWrong')}
        />
      </Group>
    </>
  );
}

function Summary({ look, plan }: { look: SprintStart; plan: Plan }) {
  const t = useT();
  const format = useFormat();
  return (
    <Stack gap="xs">
      <Text>{t('sprint.startSummary')}</Text>
      <List>
        <List.Item>
          {t('sprint.summaryWork', {
            tickets: t('words.tickets', { count: look.tickets }),
            points: t('words.points', { count: look.points }),
          })}
        </List.Item>
        <List.Item>
          {t('sprint.summaryDates', {
            from: format.date(plan.start),
            to: format.date(plan.end),
            count: daysBetween(plan.start, plan.end) + 1,
          })}
        </List.Item>
        <List.Item>{plan.goal.trim() === '' ? t('sprint.summaryNoGoal') : plan.goal}</List.Item>
      </List>
      <Text c="dimmed" size="sm">
        {t('sprint.startEffect')}
      </Text>
    </Stack>
  );
}
