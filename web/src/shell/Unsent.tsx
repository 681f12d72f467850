import { Alert, Anchor, Box, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { clearCache } from '../api/client';
import { hasCode, type SentRequest } from '../api/http';
import { rebased, resend } from '../api/resend';
import { useUser } from '../api/session';
import { ticketQuery } from '../api/tickets';
import { replacedFields } from '../changedFields';
import { useFormat, useT } from '../i18n';
import { useWords } from '../i18n/words';
import { Clash } from '../ui/Clash';
import { useNotify } from '../ui/notify';
import { readUnsent, writeUnsent } from '../unsent';
import { describeRequest, ticketsOf, versionsOf } from './unsentText';

interface Entry {
  id: number;
  request: SentRequest;
  /** Why it was refused again. */
  error?: unknown;
}

/** Keeps a user's unsent changes, and sends them again one after the other. One that is refused again stays, and the next one follows. */
function useUnsent(user: number) {
  const client = useQueryClient();
  const notify = useNotify();
  const t = useT();
  const [entries, setEntries] = useState<Entry[]>(() => readUnsent(user).map((request, id) => ({ id, request })));
  const keep = (left: Entry[]) => {
    setEntries(left);
    writeUnsent(
      user,
      left.map(({ request }) => request),
    );
  };
  const retry = useMutation({
    mutationFn: async (chosen: Entry[]) => {
      let left = entries.map((one) => chosen.find(({ id }) => id === one.id) ?? one);
      for (const { id } of chosen) {
        const request = left.find((one) => one.id === id)?.request;
        if (request === undefined) continue;
        try {
          const made = await resend(client, request);
          const others = left.filter((one) => one.id !== id);
          left = others.map((one) => ({ ...one, request: rebased(one.request, request, made) }));
        } catch (error) {
          if (hasCode(error, 'signed_out')) return clearCache(client); // they are still kept
          left = left.map((one) => (one.id === id ? { id, request, error } : one));
        }
        keep(left);
      }
      if (left.length + chosen.length === entries.length) notify.done(t('shell.unsentSaved'));
    },
    onSettled: () => client.invalidateQueries(),
  });
  return {
    entries,
    busy: retry.isPending,
    retry: retry.mutate,
    discard: (id: number) => keep(entries.filter((one) => one.id !== id)),
  };
}

/** Offers the changes that were refused because the user's session had ended, until each is saved or discarded. */
export function Unsent() {
  const t = useT();
  const { entries, busy, retry, discard } = useUnsent(useUser().id);
  if (entries.length === 0) return null;
  return (
    <Alert color="amber" m="sm" title={t('shell.unsent', { count: entries.length })}>
      {entries.map((entry) => (
        <Row
          key={entry.id}
          {...entry}
          busy={busy}
          onRetry={(request) => retry([{ ...entry, request }])}
          onDiscard={() => discard(entry.id)}
        />
      ))}
      {entries.length > 1 && (
        <Button size="xs" mt="xs" loading={busy} onClick={() => retry(entries)}>
          {t('shell.unsentRetryAll')}
        </Button>
      )}
    </Alert>
  );
}

interface RowProps extends Entry {
  busy: boolean;
  onRetry: (request: SentRequest) => void;
  onDiscard: () => void;
}

function Row({ request, error, busy, onRetry, onDiscard }: RowProps) {
  const t = useT();
  const words = useWords();
  const format = useFormat();
  const [uuid, ...others] = ticketsOf(request);
  const ticket = useQuery({ ...ticketQuery(uuid ?? ''), enabled: uuid !== undefined }).data;
  const { noun, fields } = describeRequest(t, request);
  const theirs = ticket && hasCode(error, 'changed_meanwhile') ? replacedFields(ticket, Object(request.over)) : {};
  const versions = versionsOf(t, format, request, theirs);
  return (
    <Box role="group" aria-label={[noun, ...fields].join(' · ')}>
      <Group gap="xs" my={4}>
        <Text size="sm" fw={600}>
          {noun}
        </Text>
        {ticket && (
          <Anchor size="sm" component={Link} to={`/tickets/${ticket.uuid}`}>
            {ticket.key} {ticket.title}
          </Anchor>
        )}
        {others.length > 0 && <Text size="sm">{t('shell.unsentMore', { count: others.length })}</Text>}
        {fields.map((field) => (
          <Text key={field} size="sm" lineClamp={3}>
            {field}
          </Text>
        ))}
        {versions.length === 0 && (
          <>
            <Button size="compact-xs" disabled={busy} onClick={() => onRetry(request)}>
              {t('common.retry')}
            </Button>
            <Button size="compact-xs" variant="default" disabled={busy} onClick={onDiscard}>
              {t('common.draftDiscard')}
            </Button>
          </>
        )}
      </Group>
      {versions.length === 0 && error !== undefined && (
        <Text size="sm" c="red" role="alert">
          {words.error(error)}
        </Text>
      )}
      <Clash
        fields={versions}
        busy={busy}
        onKeepMine={() => onRetry({ ...request, over: theirs })}
        onTakeTheirs={onDiscard}
      />
    </Box>
  );
}
