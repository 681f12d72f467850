import { Tooltip } from '@mantine/core';
import { IconCheckbox, IconLock, IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ticketQuery } from '../../api/tickets';
import type { Card } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { Avatar } from '../../ui/Avatar';
import { DueDate } from '../../ui/DueDate';
import { Points } from '../../ui/Points';
import { PriorityMark } from '../../ui/PriorityMark';
import { TicketKey } from '../../ui/TicketKey';
import classes from './card.module.css';
import { useBoardActions } from './context';

/** The visual part of a card; the link around it has the accessible name. */
export function CardFace(props: { card: Card; done: boolean }) {
  const { card } = props;
  const { names } = useBoardActions();
  const above = [names.type.get(card.type_uuid ?? ''), names.epic.get(card.epic_uuid ?? '')].filter(Boolean);
  return (
    <span className={classes.inside} aria-hidden>
      <span className={classes.above}>
        <TicketKey value={card.key} />
        <span className={classes.cut}>{above.join(' · ')}</span>
      </span>
      <span className={classes.title}>{card.title}</span>
      {card.tags.length > 0 && <Tags tags={card.tags} />}
      <span className={classes.below}>
        <PriorityMark priority={card.priority} />
        <Points value={card.story_points || null} />
        <DueDate card={card} done={props.done} />
        {card.blocked && !props.done && <Blocked card={card} />}
        <Counts card={card} />
        <span className={classes.spacer} />
        <Assignee id={card.assignee_id} />
      </span>
    </span>
  );
}

const mostTags = 3;

function Tags(props: { tags: string[] }) {
  const t = useT();
  const { names } = useBoardActions();
  const known = props.tags.map((tag) => names.tag.get(tag)).filter((name) => name !== undefined);
  return (
    <span className={classes.tags}>
      {known.slice(0, mostTags).map((name) => (
        <span key={name} className={classes.tag}>
          {name}
        </span>
      ))}
      {known.length > mostTags && (
        <Tooltip label={known.slice(mostTags).join(', ')}>
          <span className={classes.tag}>{t('board.moreTags', { count: known.length - mostTags })}</span>
        </Tooltip>
      )}
    </span>
  );
}

function Counts(props: { card: Card }) {
  const t = useT();
  const format = useFormat();
  const { subtasks_done, subtasks_total, comments } = props.card;
  return (
    <>
      {subtasks_total > 0 && (
        <Tooltip label={t('board.subtasks', { done: subtasks_done, total: subtasks_total })}>
          <span className={classes.count} data-full={subtasks_done === subtasks_total || undefined}>
            <IconCheckbox size={14} aria-hidden />
            {format.number(subtasks_done)}/{format.number(subtasks_total)}
          </span>
        </Tooltip>
      )}
      {comments > 0 && (
        <Tooltip label={t('board.comments', { count: comments })}>
          <span className={classes.count}>
            <IconMessage size={14} aria-hidden />
            {format.number(comments)}
          </span>
        </Tooltip>
      )}
    </>
  );
}

/** Marks a blocked ticket; the tooltip loads its blockers on demand. */
function Blocked(props: { card: Card }) {
  const t = useT();
  const format = useFormat();
  const { frame } = useBoardActions();
  const [asked, setAsked] = useState(false);
  const ticket = useQuery({ ...ticketQuery(props.card.uuid), enabled: asked, staleTime: 10_000 }).data;
  const done = new Set(frame.statuses.filter((status) => status.is_done).map((status) => status.key));
  const open =
    ticket?.dependencies.filter((other) => !done.has(other.status)).map(({ key, title }) => `${key} ${title}`) ?? [];
  const reason = open.length > 0 ? t('board.blockedBy', { titles: format.list(open) }) : t('board.blockedWait');
  return (
    <Tooltip label={reason} multiline maw={320}>
      <span className={classes.blocked} onPointerEnter={() => setAsked(true)}>
        <IconLock size={13} aria-hidden />
        {t('board.blocked')}
      </span>
    </Tooltip>
  );
}

function Assignee(props: { id: number | null }) {
  const { names } = useBoardActions();
  const name = props.id === null ? undefined : names.member.get(props.id);
  return props.id === null || name === undefined ? null : <Avatar id={props.id} name={name} size={24} />;
}
