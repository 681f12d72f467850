import { Checkbox, List, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { closeQuery, closeSprint } from '../../api/sprints';
import type { Sprint, SprintEnd } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { useNotify } from '../../ui/notify';
import { ErrorState, Loading } from '../../ui/State';
import { TicketKey } from '../../ui/TicketKey';
import { StepDialog } from './StepDialog';
import classes from './sprint.module.css';
import { useSprintChanged } from './useSprintChanged';

interface Props {
  project: string;
  sprint: Sprint;
  onClose: () => void;
}

/** Asks where unfinished tickets go, which Definition of Done lines were met, and whether the goal was reached. */
export function CloseSprint(props: Props) {
  const t = useT();
  const { sprint } = props;
  const look = useQuery(closeQuery(props.project, sprint.uuid));
  const answer = useAnswer(sprint);
  const close = useClose(props, answer);
  const found = look.data;
  return (
    <StepDialog
      title={t('sprint.closeTitle', { title: sprint.title })}
      action={t('sprint.closeAction')}
      busy={close.isPending}
      error={close.error}
      onDone={() => close.mutate()}
      onClose={props.onClose}
      steps={[
        {
          name: t('sprint.stepWork'),
          ready: found !== undefined,
          content: (
            <>
              {look.isPending && <Loading rows={3} />}
              {look.isError && <ErrorState error={look.error} onRetry={() => void look.refetch()} />}
              {found && <Work look={found} answer={answer} />}
            </>
          ),
        },
        { name: t('sprint.stepDone'), content: found && <Done look={found} answer={answer} sprint={sprint} /> },
        { name: t('sprint.stepConfirm'), content: found && <Summary look={found} answer={answer} /> },
      ]}
    />
  );
}

type Answer = ReturnType<typeof useAnswer>;
type GoalMet = 'yes' | 'no' | 'unsaid';

function useAnswer(sprint: Sprint) {
  const [to, setTo] = useState('backlog');
  const [ticked, setTicked] = useState(sprint.dod_done);
  const [met, setMet] = useState<GoalMet>(sprint.goal_met === null ? 'unsaid' : sprint.goal_met ? 'yes' : 'no');
  return { to, setTo, ticked, setTicked, met, setMet };
}

function useClose(props: Props, answer: Answer) {
  const t = useT();
  const notify = useNotify();
  const changed = useSprintChanged(props.project);
  const goalMet = answer.met === 'unsaid' ? null : answer.met === 'yes';
  return useMutation({
    mutationFn: () =>
      closeSprint(props.sprint.uuid, { unfinished: answer.to, dod_done: answer.ticked, goal_met: goalMet }),
    onSuccess: async () => {
      await changed();
      notify.done(t('sprint.closed', { title: props.sprint.title }));
      props.onClose();
    },
  });
}

function Work({ look, answer }: { look: SprintEnd; answer: Answer }) {
  const t = useT();
  const format = useFormat();
  const count = look.unfinished_total;
  return (
    <>
      <Text>{t('sprint.workDone', { done: format.points(look.done_points), points: format.points(look.points) })}</Text>
      {count === 0 && <Text c="dimmed">{t('sprint.allDone')}</Text>}
      {count > 0 && (
        <>
          <Text fw={600} size="sm">
            {t('sprint.unfinished', { count })}
          </Text>
          <ul className={classes.unfinished}>
            {look.unfinished.map((card) => (
              <li key={card.uuid}>
                <TicketKey value={card.key} />
                <span className={classes.unfinishedTitle}>{card.title}</span>
                <span className={classes.quiet}>{format.points(card.story_points || null)}</span>
              </li>
            ))}
            {count > look.unfinished.length && (
              <li className={classes.quiet}>{t('sprint.moreUnfinished', { count: count - look.unfinished.length })}</li>
            )}
          </ul>
          <Radio.Group label={t('sprint.moveUnfinished')} value={answer.to} onChange={answer.setTo}>
            <Stack gap={8} mt={8}>
              <Radio value="backlog" label={t('sprint.toBacklog')} />
              {look.next.map((sprint) => (
                <Radio key={sprint.uuid} value={sprint.uuid} label={t('sprint.toSprint', { title: sprint.title })} />
              ))}
            </Stack>
          </Radio.Group>
        </>
      )}
    </>
  );
}

function Done({ look, answer, sprint }: { look: SprintEnd; answer: Answer; sprint: Sprint }) {
  const t = useT();
  return (
    <>
      {look.dod.length === 0 ? (
        <Text c="dimmed">{t('sprint.noDod')}</Text>
      ) : (
        <Checkbox.Group
          label={t('sprint.dod')}
          description={t('sprint.dodTick')}
          value={answer.ticked}
          onChange={answer.setTicked}
        >
          <Stack gap={8} mt={8}>
            {look.dod.map((line) => (
              <Checkbox key={line} value={line} label={line} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Radio.Group
        label={t('sprint.goalMet')}
        description={sprint.goal || t('sprint.summaryNoGoal')}
        value={answer.met}
        onChange={(value) => answer.setMet(value as GoalMet)}
      >
        <Stack gap={8} mt={8}>
          <Radio value="yes" label={t('sprint.goalYes')} />
          <Radio value="no" label={t('sprint.goalNo')} />
          <Radio value="unsaid" label={t('sprint.goalUnsaid')} />
        </Stack>
      </Radio.Group>
    </>
  );
}

function Summary({ look, answer }: { look: SprintEnd; answer: Answer }) {
  const t = useT();
  const format = useFormat();
  const next = look.next.find((sprint) => sprint.uuid === answer.to);
  const count = look.unfinished_total;
  return (
    <Stack gap="xs">
      <Text>{t('sprint.closeSummary')}</Text>
      <List>
        <List.Item>
          {t('sprint.workDone', { done: format.points(look.done_points), points: format.points(look.points) })}
        </List.Item>
        {count > 0 && (
          <List.Item>
            {next ? t('sprint.summaryToSprint', { count, title: next.title }) : t('sprint.summaryToBacklog', { count })}
          </List.Item>
        )}
        {look.dod.length > 0 && (
          <List.Item>{t('sprint.summaryDod', { ticked: answer.ticked.length, count: look.dod.length })}</List.Item>
        )}
        <List.Item>{t(`sprint.summaryGoal_${answer.met}`)}</List.Item>
      </List>
      <Text c="dimmed" size="sm">
        {t('sprint.closeEffect')}
      </Text>
    </Stack>
  );
}
