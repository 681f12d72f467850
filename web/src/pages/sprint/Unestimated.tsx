import { Group, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { projectKey } from '../../api/frame';
import { maxPoints, saveTicket } from '../../api/tickets';
import type { Named } from '../../api/types.gen';
import { useT } from '../../i18n';
import { useNotify } from '../../ui/notify';
import { TicketKey } from '../../ui/TicketKey';
import classes from './sprint.module.css';

/** Tickets without points, each with a field to estimate it. */
export function Unestimated(props: { tickets: Named[]; project: string }) {
  const t = useT();
  return (
    <Stack gap={6}>
      <Text fw={600} size="sm">
        {t('sprint.unestimated', { count: props.tickets.length })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('sprint.unestimatedText')}
      </Text>
      <ul className={classes.estimates}>
        {props.tickets.map((ticket) => (
          <li key={ticket.uuid}>
            <Estimate ticket={ticket} project={props.project} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function Estimate({ ticket, project }: { ticket: Named; project: string }) {
  const t = useT();
  const client = useQueryClient();
  const notify = useNotify();
  const save = useMutation({
    mutationFn: (points: number) => saveTicket(ticket.uuid, { story_points: points }),
    onSuccess: () => void client.invalidateQueries({ queryKey: projectKey(project) }),
    onError: (error) => notify.failed(error),
  });
  const give = (text: string) => {
    const points = Number(text.replace(',', '.'));
    if (points > 0 && !save.isPending) save.mutate(points);
  };
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <TicketKey value={ticket.key} />
      <Text size="sm" truncate flex={1}>
        {ticket.title}
      </Text>
      <NumberInput
        size="xs"
        w={90}
        min={0}
        max={maxPoints}
        hideControls
        disabled={save.isPending}
        aria-label={t('sprint.pointsOf', { title: ticket.title })}
        placeholder={t('sprint.pointsHint')}
        onBlur={(event) => give(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && give(event.currentTarget.value)}
      />
    </Group>
  );
}
