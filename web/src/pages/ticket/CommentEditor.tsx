import { Button, Group, Text, Textarea, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { CommentBody, FrameMember } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Avatar } from '../../ui/Avatar';
import { useImages } from './files/useImages';
import { MarkdownToolbar } from './MarkdownToolbar';
import { toHtml } from './markdown/html';
import type { Mark } from './markdown/marks';
import { insertMention, type MentionQuery, matchingMembers, mentionAt, mentionsIn } from './mention';
import classes from './ticket.module.css';

const marks: readonly Mark[] = ['bold', 'italic', 'code', 'link', 'list', 'quote'];

interface Props {
  label: string;
  placeholder?: string;
  action: string;
  members: FrameMember[];
  text: string;
  onText: (text: string) => void;
  busy: boolean;
  autoFocus?: boolean;
  /** Omit while the text cannot be sent. */
  onSend?: (comment: CommentBody) => void;
  /** Closes the editor and keeps the text. */
  onLeave?: () => void;
  /** Closes the editor and throws the text away. */
  onDiscard?: () => void;
}

/** A Markdown field; typing @ suggests the project's members. */
export function CommentEditor(props: Props) {
  const t = useT();
  const { text, onText } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const people = useMentions(field, props);
  const images = useImages(field, text, onText);
  const send = () => {
    if (text.trim() !== '' && !props.busy && !images.busy)
      props.onSend?.({ content: toHtml(text), mentions: mentionsIn(text, props.members) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (people.onKeyDown(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    if (event.key === 'Escape') props.onLeave?.();
  };
  const open = text.trim() !== '' || props.onLeave !== undefined;
  return (
    <div className={classes.editor} {...images.handlers}>
      {open && <MarkdownToolbar field={field} marks={marks} onText={onText} />}
      <Textarea
        ref={field}
        autosize
        autoFocus={props.autoFocus}
        minRows={open ? 3 : 1}
        maxRows={16}
        maxLength={50_000}
        aria-label={props.label}
        placeholder={props.placeholder}
        data-mantine-stop-propagation={open || people.shown ? 'true' : undefined}
        value={text}
        {...people.aria}
        onChange={(event) => {
          onText(event.currentTarget.value);
          people.look(event.currentTarget);
        }}
        onSelect={(event) => people.look(event.currentTarget)}
        onBlur={people.close}
        onKeyDown={onKeyDown}
      />
      {people.list}
      {images.list}
      {open && (
        <Group gap="xs" mt="xs">
          {props.onSend && (
            <Button size="xs" loading={props.busy} disabled={text.trim() === '' || images.busy} onClick={send}>
              {props.action}
            </Button>
          )}
          {props.onDiscard && (
            <Button size="xs" variant="default" onClick={props.onDiscard}>
              {t('common.draftDiscard')}
            </Button>
          )}
          {props.onSend && (
            <Text size="xs" c="dimmed">
              {t('ticket.saveHint')}
            </Text>
          )}
        </Group>
      )}
    </div>
  );
}

type Field = { current: HTMLTextAreaElement | null };

/** Suggests members while an @ is being typed. */
function useMentions(field: Field, props: Pick<Props, 'members' | 'onText'>) {
  const id = useId();
  const [asked, setAsked] = useState<MentionQuery>();
  const [at, setAt] = useState(0);
  const found = asked === undefined ? [] : matchingMembers(props.members, asked.typed);
  const shown = found.length > 0;
  const close = () => setAsked(undefined);
  const look = (element: HTMLTextAreaElement) => {
    const next = mentionAt(element.value, element.selectionStart);
    if (next?.at !== asked?.at || next?.typed !== asked?.typed) setAt(0);
    setAsked(next);
  };
  const pick = (member: FrameMember | undefined) => {
    const element = field.current;
    if (element === null || member === undefined || asked === undefined) return;
    const next = insertMention(element.value, element.selectionStart, asked, member.name);
    props.onText(next.text);
    close();
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(next.caret, next.caret);
    });
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!shown || event.ctrlKey || event.metaKey) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((at + step + found.length) % found.length);
    else if (event.key === 'Enter' || event.key === 'Tab') pick(found[at]);
    else if (event.key === 'Escape') close();
    else return false;
    event.preventDefault();
    return true;
  };
  const list: ReactNode = <People id={id} shown={found} at={at} onPick={pick} />;
  const aria = shown
    ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${at}`, 'aria-autocomplete': 'list' as const }
    : {};
  return { shown, list, look, close, onKeyDown, aria };
}

function People(props: { id: string; shown: FrameMember[]; at: number; onPick: (member: FrameMember) => void }) {
  const t = useT();
  const { id, shown, at } = props;
  return (
    <>
      <VisuallyHidden role="status">
        {shown.length > 0 ? t('ticket.mentionHint', { count: shown.length }) : null}
      </VisuallyHidden>
      {shown.length > 0 && (
        <div id={id} role="listbox" aria-label={t('ticket.mentionList')} className={classes.people}>
          {shown.map((member, n) => (
            <div
              key={member.user_id}
              id={`${id}-${n}`}
              role="option"
              tabIndex={-1}
              aria-selected={n === at}
              className={classes.personOption}
              onPointerDown={(event) => {
                event.preventDefault();
                props.onPick(member);
              }}
            >
              <Avatar id={member.user_id} name={member.name} size={22} decorative />
              {member.name}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
