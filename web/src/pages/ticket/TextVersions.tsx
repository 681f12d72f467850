import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { commentsQuery, saveComment } from '../../api/comments';
import { textChangeQuery } from '../../api/history';
import type { TextChange } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Difference } from '../../ui/Difference';
import { ErrorState, Loading } from '../../ui/State';
import { toMarkdown } from './markdown/html';
import { useCommentMutation } from './useCommentMutation';
import { type TicketProps, useSave, useTicketFrame } from './useTicket';

/** What a change did to a text. Either version can be restored, which is an edit like any other. */
export function TextVersions({ ticket, id }: TicketProps & { id: number }) {
  const query = useQuery(textChangeQuery(ticket.uuid, id));
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading rows={1} />;
  return <Versions ticket={ticket} change={query.data} />;
}

function Versions({ ticket, change }: TicketProps & { change: TextChange }) {
  const t = useT();
  const { now, restore } = useRestore({ ticket, change });
  const [from, to] = [textOf(change, change.from), textOf(change, change.to)];
  const offer = (lines: string[], label: string) =>
    restore !== undefined &&
    textOf(change, lines) !== now && (
      <Button size="compact-xs" variant="light" onClick={() => restore(lines)}>
        {label}
      </Button>
    );
  return (
    <>
      <Difference label={t('ticket.difference')} before={from} after={to} />
      <Group gap="xs" mt={6}>
        {offer(change.from, t('ticket.restoreBefore'))}
        {offer(change.to, t('ticket.restoreAfter'))}
      </Group>
    </>
  );
}

/** A version as it is shown and compared: criteria are lines, and comments are Markdown. */
const textOf = ({ noun }: TextChange, lines: string[]) =>
  noun === 'comment' ? toMarkdown(lines.join('')) : lines.join('\n');

/** The text as it is now, and a function that restores a version of it for those who may. */
function useRestore({ ticket, change }: TicketProps & { change: TextChange }) {
  const t = useT();
  const save = useSave(ticket);
  const { may } = useTicketFrame(ticket);
  const comments = useQuery({ ...commentsQuery(ticket.uuid), enabled: change.noun === 'comment' }).data?.comments;
  const comment = comments?.find(({ uuid }) => uuid === change.uuid);
  const saving = useCommentMutation(ticket, (content: string) => {
    if (comment === undefined) throw new Error('the comment is gone');
    return saveComment(comment, { content });
  });
  if (change.noun === 'comment') {
    const restore = comment?.may_edit ? (lines: string[]) => saving.mutate(lines.join('')) : undefined;
    return { now: toMarkdown(comment?.content ?? ''), restore };
  }
  const said = t('ticket.restored');
  const { title, description, acceptance_criteria } = ticket;
  const put = {
    title: ([line]: string[]) => line && save({ title: line }, { over: { title }, back: { title }, said }),
    description: ([text]: string[]) =>
      save({ description: text ?? null }, { over: { description }, back: { description }, said }),
    acceptance_criteria: (lines: string[]) =>
      save({ acceptance_criteria: lines }, { over: { acceptance_criteria }, back: { acceptance_criteria }, said }),
  }[change.what];
  const now = { title, description: description ?? '', acceptance_criteria: acceptance_criteria.join('\n') }[
    change.what
  ];
  return { now, restore: may.write ? put : undefined };
}
