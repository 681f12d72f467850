import { ActionIcon, Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { addComment, commentsQuery, deleteComment, saveComment } from '../../api/comments';
import type { Outcome } from '../../api/ticketChanges';
import type { Comment, CommentBody, Ticket } from '../../api/types.gen';
import { readDraft } from '../../drafts';
import { useFormat, useT } from '../../i18n';
import { Avatar } from '../../ui/Avatar';
import { Confirm } from '../../ui/Confirm';
import { mayTakeFocus } from '../../ui/focus';
import { ParkedDraft } from '../../ui/ParkedDraft';
import { ErrorState, Loading } from '../../ui/State';
import { type Draft, useDraft, useDraftOwner } from '../../ui/useDraft';
import { CommentEditor } from './CommentEditor';
import { CommentHistory } from './History';
import { toHtml, toMarkdown } from './markdown/html';
import { SafeHtml } from './markdown/SafeHtml';
import { mentionsIn } from './mention';
import { TextClash } from './TextClash';
import classes from './ticket.module.css';
import { useCommentMutation } from './useCommentMutation';
import { useEdited } from './useEdited';
import { useText } from './useText';
import { type TicketProps, useTicketFrame } from './useTicket';

/** Comments, oldest first, and a field for the next. */
export function Comments(props: TicketProps) {
  const { ticket } = props;
  const query = useQuery(commentsQuery(ticket.uuid));
  const { write } = useTicketFrame(ticket).may;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading rows={2} />;
  return <List ticket={ticket} comments={query.data.comments} may={write} />;
}

function List({ ticket, comments, may }: TicketProps & { comments: Comment[]; may: boolean }) {
  const t = useT();
  const next = useDraft(`${ticket.uuid}.comment`);
  const items: Item[] = comments.map((comment) => ({ id: comment.uuid, comment }));
  const { shown, setEditing } = useEdited<Item>(items, draftsOf(ticket), (id) => ({ id }));
  return (
    <div className={classes.comments}>
      {comments.length === 0 && (
        <Text size="sm" c="dimmed">
          {may ? t('ticket.commentsNoneText') : t('ticket.commentsNone')}
        </Text>
      )}
      {shown.map(({ id }) => {
        const comment = comments.find(({ uuid }) => uuid === id);
        const onEditing = (editing: boolean) => setEditing({ id, comment }, editing);
        if (comment !== undefined) return <One key={id} ticket={ticket} comment={comment} onEditing={onEditing} />;
        return <Gone key={id} name={draftsOf(ticket) + id} next={may ? next : undefined} />;
      })}
      {may && <New ticket={ticket} typing={next} />}
    </div>
  );
}

/** A comment; it is missing if it has been deleted and this tab has an unsaved edit of it. */
interface Item {
  id: string;
  comment?: Comment;
}

const draftsOf = (ticket: Ticket) => `${ticket.uuid}.comment.`;

/** The unsaved edit of a comment that somebody has deleted. It can become part of the next comment. */
function Gone({ name, next }: { name: string; next?: Draft }) {
  const t = useT();
  const { draft, setDraft } = useDraft(name);
  const { draft: base, setDraft: setBase } = useDraft(`${name}.base`);
  const { draft: aside, setDraft: setAside } = useDraft(`${name}.mine`);
  const text = aside ?? draft;
  if (text === null || text === base) return null;
  const discard = () => {
    setDraft(null);
    setBase(null);
    setAside(null);
  };
  const reuse = () => {
    next?.setDraft(next.draft === null ? text : `${next.draft}\n\n${text}`);
    discard();
  };
  return (
    <Alert color="amber" title={t('ticket.commentGone')}>
      <Text size="sm" mb="xs" className={classes.goneText}>
        {text}
      </Text>
      <Group gap="xs">
        {next && (
          <Button size="xs" onClick={reuse}>
            {t('ticket.commentGoneReuse')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={discard}>
          {t('common.draftDiscard')}
        </Button>
      </Group>
    </Alert>
  );
}

function New({ ticket, typing }: TicketProps & { typing: Draft }) {
  const t = useT();
  const frame = useTicketFrame(ticket);
  const { draft, setDraft, clear } = typing;
  const mutationKey = ['new comment', ticket.uuid];
  const send = useCommentMutation(
    ticket,
    ({ body }: { body: CommentBody; text: string }) => addComment(ticket.uuid, body),
    ({ text }) => clear(text),
    mutationKey,
  );
  const busy = useIsMutating({ mutationKey }) > 0; // also if the page was left and opened again meanwhile
  return (
    <CommentEditor
      label={t('ticket.commentAdd')}
      placeholder={t('ticket.commentPlaceholder')}
      action={t('ticket.commentSend')}
      members={frame.members}
      text={draft ?? ''}
      onText={(text) => setDraft(text === '' ? null : text)}
      busy={busy}
      onSend={(body) => send.mutate({ body, text: draft ?? '' })}
    />
  );
}

interface OneProps extends TicketProps {
  comment: Comment;
  onEditing: (editing: boolean) => void;
}

function One({ ticket, comment, onEditing }: OneProps) {
  const t = useT();
  const format = useFormat();
  const { members } = useTicketFrame(ticket);
  const owner = useDraftOwner();
  const [past, setPast] = useState(false);
  const [editing, setEditing] = useState(() =>
    comment.may_edit && readDraft(owner, draftOf(ticket, comment)) !== null ? 'parked' : null,
  );
  const edit = (how: 'open' | null) => {
    setEditing(how);
    onEditing(how !== null);
  };
  const mentioned = useMemo(
    () => members.filter((member) => comment.mentions.includes(member.user_id)).map((member) => member.name),
    [members, comment.mentions],
  );
  const tools = comment.may_edit && <Tools ticket={ticket} comment={comment} onEdit={() => edit('open')} />;
  return (
    <article className={classes.comment} aria-label={comment.author}>
      <Avatar id={comment.author_id} name={comment.author} size={28} decorative />
      <div className={classes.said}>
        <header className={classes.saidHead}>
          <strong>{comment.author}</strong>
          <time dateTime={comment.created_at} title={format.dateTime(comment.created_at)}>
            {format.relative(comment.created_at)}
          </time>
          {comment.updated_at !== comment.created_at && (
            <Anchor component="button" type="button" size="xs" aria-expanded={past} onClick={() => setPast(!past)}>
              {t('ticket.edited')}
            </Anchor>
          )}
          <span className={classes.spacer} />
          {editing === null && tools}
        </header>
        {editing === null ? (
          <SafeHtml html={comment.content} mentioned={mentioned} />
        ) : (
          <Edit
            ticket={ticket}
            comment={comment}
            mentioned={mentioned}
            isOpen={editing === 'open'}
            onEnd={() => edit(null)}
          />
        )}
        {past && <CommentHistory ticket={ticket} comment={comment.uuid} />}
      </div>
    </article>
  );
}

const draftOf = (ticket: Ticket, comment: Comment) => draftsOf(ticket) + comment.uuid;

interface EditProps extends TicketProps {
  comment: Comment;
  mentioned: string[];
  /** Whether the editor is open from the beginning; otherwise there is a draft. */
  isOpen: boolean;
  onEnd: () => void;
}

/** Edits a comment, in Markdown. If somebody else changes it meanwhile, both texts are compared before one can be replaced. */
function Edit({ ticket, comment, mentioned, isOpen, onEnd }: EditProps) {
  const t = useT();
  const { members } = useTicketFrame(ticket);
  const save = useCommentMutation(
    ticket,
    ({ body }: Saving) => saveComment(comment, body),
    ({ outcome }) => {
      outcome.onSaved?.();
      onEnd();
    },
  );
  const stored = useMemo(() => toMarkdown(comment.content), [comment.content]);
  const send = (text: string | null, outcome: Outcome) => {
    const content = text ?? '';
    save.mutate({ body: { content: toHtml(content), mentions: mentionsIn(content, members) }, outcome });
  };
  const typing = useText(draftOf(ticket, comment), stored, send, isOpen);
  const discard = () => {
    typing.discard();
    onEnd();
  };
  if (typing.draft === null) {
    return (
      <>
        <SafeHtml html={save.isPending ? save.variables.body.content : comment.content} mentioned={mentioned} />
        {typing.parked && <ParkedDraft label={t('ticket.comment')} onContinue={typing.open} onDiscard={discard} />}
      </>
    );
  }
  return (
    <>
      <TextClash typing={{ ...typing, discard }} theirs={stored} />
      <CommentEditor
        label={t('ticket.commentEditLabel', { who: comment.author })}
        action={t('common.save')}
        members={members}
        text={typing.draft}
        onText={typing.type}
        busy={save.isPending}
        autoFocus={mayTakeFocus()}
        onSend={typing.clash ? undefined : () => (typing.draft === stored ? discard() : typing.keep())}
        onLeave={() => (typing.draft === stored ? discard() : typing.leave())}
        onDiscard={discard}
      />
    </>
  );
}

interface Saving {
  body: CommentBody;
  outcome: Outcome;
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
