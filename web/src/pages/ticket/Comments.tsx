import { ActionIcon, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { cardsKey } from '../../api/cards';
import { addComment, commentsQuery, deleteComment, saveComment } from '../../api/comments';
import { hasCode } from '../../api/http';
import { ticketKey } from '../../api/tickets';
import type { Comment, CommentBody, Ticket } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { Avatar } from '../../ui/Avatar';
import { Confirm } from '../../ui/Confirm';
import { useNotify } from '../../ui/notify';
import { ErrorState, Loading } from '../../ui/State';
import { Theirs } from '../../ui/Theirs';
import { CommentEditor } from './CommentEditor';
import { toMarkdown } from './markdown/html';
import { SafeHtml } from './markdown/SafeHtml';
import classes from './ticket.module.css';
import { useDraft } from './useDraft';
import { type TicketProps, useTicketFrame } from './useTicket';

/** Comments, oldest first, and a field for the next. */
export function Comments(props: TicketProps) {
  const t = useT();
  const { ticket } = props;
  const query = useQuery(commentsQuery(ticket.uuid));
  const { write } = useTicketFrame(ticket).may;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading rows={2} />;
  const { comments } = query.data;
  return (
    <div className={classes.comments}>
      {comments.length === 0 && (
        <Text size="sm" c="dimmed">
          {write ? t('ticket.commentsNoneText') : t('ticket.commentsNone')}
        </Text>
      )}
      {comments.map((comment) => (
        <One key={comment.uuid} ticket={ticket} comment={comment} />
      ))}
      {write && <New ticket={ticket} />}
    </div>
  );
}

/** Runs a comment mutation, then refreshes or reports the error. */
function useCommentMutation<T>(ticket: Ticket, run: (value: T) => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: run,
    onError: (error) => {
      if (hasCode(error, 'changed_meanwhile')) void client.invalidateQueries(commentsQuery(ticket.uuid));
      notify.failed(error);
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ticketKey(ticket.uuid) });
      void client.invalidateQueries({ queryKey: cardsKey(ticket.project_uuid) });
      onDone();
    },
  });
}

function New({ ticket }: TicketProps) {
  const t = useT();
  const frame = useTicketFrame(ticket);
  const [draft, setDraft] = useDraft(`${ticket.uuid}.comment`);
  const send = useCommentMutation(
    ticket,
    (comment: CommentBody) => addComment(ticket.uuid, comment),
    () => setDraft(null),
  );
  return (
    <CommentEditor
      label={t('ticket.commentAdd')}
      placeholder={t('ticket.commentPlaceholder')}
      action={t('ticket.commentSend')}
      members={frame.members}
      text={draft ?? ''}
      onText={(text) => setDraft(text === '' ? null : text)}
      busy={send.isPending}
      onSend={send.mutate}
    />
  );
}

function One({ ticket, comment }: TicketProps & { comment: Comment }) {
  const t = useT();
  const format = useFormat();
  const { members } = useTicketFrame(ticket);
  const [editing, setEditing] = useState(false);
  const mentioned = useMemo(
    () => members.filter((member) => comment.mentions.includes(member.user_id)).map((member) => member.name),
    [members, comment.mentions],
  );
  return (
    <article className={classes.comment} aria-label={comment.author}>
      <Avatar id={comment.author_id} name={comment.author} size={28} decorative />
      <div className={classes.said}>
        <header className={classes.saidHead}>
          <strong>{comment.author}</strong>
          <time dateTime={comment.created_at} title={format.dateTime(comment.created_at)}>
            {format.relative(comment.created_at)}
          </time>
          {comment.updated_at !== comment.created_at && <span>{t('ticket.edited')}</span>}
          <span className={classes.spacer} />
          {comment.may_edit && !editing && <Tools ticket={ticket} comment={comment} onEdit={() => setEditing(true)} />}
        </header>
        {editing ? (
          <Edit ticket={ticket} comment={comment} onEnd={() => setEditing(false)} />
        ) : (
          <SafeHtml html={comment.content} mentioned={mentioned} />
        )}
      </div>
    </article>
  );
}

/** Edits a comment. If somebody else changes it meanwhile, their text is shown before it can be replaced. */
function Edit({ ticket, comment, onEnd }: TicketProps & { comment: Comment; onEnd: () => void }) {
  const t = useT();
  const { members } = useTicketFrame(ticket);
  const [base] = useState(comment.content);
  const [text, setText] = useState(() => toMarkdown(base));
  const save = useCommentMutation(ticket, (next: CommentBody) => saveComment(comment, next), onEnd);
  const clash = comment.content !== base && !save.isPending;
  return (
    <>
      {clash && (
        <Theirs>
          <SafeHtml html={comment.content} mentioned={[]} />
        </Theirs>
      )}
      <CommentEditor
        label={t('ticket.commentEditLabel', { who: comment.author })}
        action={clash ? t('common.keepMine') : t('common.save')}
        members={members}
        text={text}
        onText={setText}
        busy={save.isPending}
        autoFocus
        onSend={save.mutate}
        onCancel={onEnd}
      />
    </>
  );
}

function Tools({ ticket, comment, onEdit }: TicketProps & { comment: Comment; onEdit: () => void }) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const remove = useCommentMutation(
    ticket,
    () => deleteComment(comment.uuid),
    () => setAsking(false),
  );
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        className={classes.quiet}
        aria-label={t('ticket.commentEditLabel', { who: comment.author })}
        onClick={onEdit}
      >
        <IconPencil size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        className={classes.quiet}
        aria-label={t('ticket.commentDeleteLabel', { who: comment.author })}
        onClick={() => setAsking(true)}
      >
        <IconTrash size={15} aria-hidden />
      </ActionIcon>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(undefined)}
        busy={remove.isPending}
        title={t('ticket.commentDeleteTitle')}
        action={t('common.delete')}
        danger
      >
        {t('ticket.commentDeleteText')}
      </Confirm>
    </>
  );
}
