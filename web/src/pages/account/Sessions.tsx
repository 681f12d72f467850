import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { endSession, sessionsKey, sessionsQuery, signOutEverywhere, useUser } from '../../api/session';
import { forgetUser, hasUnsaved } from '../../api/signOut';
import type { OpenSession } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { Confirm } from '../../ui/Confirm';
import { useNotify } from '../../ui/notify';
import { Section } from '../../ui/Section';
import { ErrorState, Loading } from '../../ui/State';
import { agentName } from './agent';
import classes from './Places.module.css';

/** The browsers the user is signed in on. */
export function Sessions() {
  const t = useT();
  const sessions = useQuery(sessionsQuery);
  const [asking, setAsking] = useState(false);
  return (
    <Section
      title={t('account.places')}
      text={t('account.placesText')}
      action={
        <Button variant="light" color="red" onClick={() => setAsking(true)}>
          {t('account.everywhere')}
        </Button>
      }
    >
      {sessions.isLoading && <Loading rows={2} />}
      {sessions.isError && <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.data && (
        <Stack component="ul" gap={0} className={classes.list}>
          {sessions.data.sessions.map((place) => (
            <Row key={place.id} place={place} />
          ))}
        </Stack>
      )}
      <Everywhere opened={asking} onClose={() => setAsking(false)} />
    </Section>
  );
}

function Row(props: { place: OpenSession }) {
  const t = useT();
  const format = useFormat();
  const notify = useNotify();
  const client = useQueryClient();
  const { id, agent, address, last_seen_at, created_at, current } = props.place;
  const name = agentName(agent);
  const end = useMutation({
    mutationFn: () => endSession(id),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsKey }),
    onError: (error) => notify.failed(error),
  });
  return (
    <Group component="li" justify="space-between" className={classes.row}>
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {current && (
            <Badge variant="light" color="green">
              {t('account.here')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" title={format.dateTime(created_at)}>
          {t('account.seen', { address, when: format.relative(last_seen_at) })}
        </Text>
      </div>
      {!current && (
        <Button
          variant="default"
          size="xs"
          loading={end.isPending}
          onClick={() => end.mutate()}
          aria-label={t('account.endOf', { name })}
        >
          {t('account.end')}
        </Button>
      )}
    </Group>
  );
}

function Everywhere(props: { opened: boolean; onClose: () => void }) {
  const t = useT();
  const notify = useNotify();
  const client = useQueryClient();
  const { id } = useUser();
  const isLosing = useMemo(() => props.opened && hasUnsaved(client, id), [props.opened, client, id]);
  const out = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: () => forgetUser(client, id),
    onError: (error) => notify.failed(error),
  });
  return (
    <Confirm
      opened={props.opened}
      onClose={props.onClose}
      onConfirm={() => out.mutate()}
      title={t('account.everywhereTitle')}
      action={t('account.everywhere')}
      busy={out.isPending}
      danger
    >
      {t('account.everywhereText')} {isLosing && t('shell.signOutText')}
    </Confirm>
  );
}
