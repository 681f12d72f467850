import { TextInput } from '@mantine/core';
import { IconDots, IconGripVertical, IconLock, IconSubtask } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import type { Card } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { Avatar } from '../../ui/Avatar';
import { DueDate } from '../../ui/DueDate';
import { PriorityMark } from '../../ui/PriorityMark';
import { StatusBadge } from '../../ui/StatusBadge';
import { TicketKey } from '../../ui/TicketKey';
import { type BacklogState, useBacklog } from './context';
import { useDrag } from './drag';
import type { Field } from './fields';
import classes from './row.module.css';

/** A ticket whose fields can be edited in place. */
export function Row({ card }: { card: Card }) {
  const t = useT();
  const ctx = useBacklog();
  const ref = useRef<HTMLDivElement>(null);
  const editing = ctx.editing === card.uuid;
  const chosen = ctx.selection.chosen.has(card.uuid);
  const stop = ctx.active === card.uuid ? 0 : -1;
  useDrag(
    ref,
    ctx.mayWrite && !editing,
    () => ctx.targets(card).map((one) => one.uuid),
    () => {
      const count = ctx.targets(card).length;
      return count === 1 ? card.title : t('words.tickets', { count });
    },
  );
  const onFocus = () => ctx.setActive(card.uuid);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only tracks which row has the focus
    <div ref={ref} className={classes.row} data-card={card.uuid} data-chosen={chosen || undefined} onFocus={onFocus}>
      {ctx.mayWrite && <IconGripVertical size={14} className={classes.grip} aria-hidden />}
      {ctx.mayWrite && (
        <input
          type="checkbox"
          className={classes.check}
          tabIndex={stop}
          checked={chosen}
          aria-label={t('backlog.select', { title: card.title })}
          onChange={() => undefined}
          onClick={(event) => ctx.select(card, event.shiftKey)}
        />
      )}
      <Cell field="priority" card={card} stop={stop}>
        <PriorityMark priority={card.priority} hint={false} />
      </Cell>
      <TicketKey value={card.key} />
      {editing ? <TitleField card={card} /> : <TitleButton card={card} stop={stop} />}
      <Extras card={card} />
      <Cell field="status" card={card} stop={stop}>
        <Status card={card} ctx={ctx} />
      </Cell>
      <Cell field="points" card={card} stop={stop}>
        <Estimate value={card.story_points} />
      </Cell>
      <Cell field="assignee" card={card} stop={stop}>
        <Person card={card} ctx={ctx} />
      </Cell>
      {ctx.mayWrite && (
        <button
          type="button"
          className={classes.cell}
          tabIndex={stop}
          data-field="more"
          aria-haspopup="dialog"
          aria-label={t('common.actionsFor', { title: card.title })}
          onClick={(event) => ctx.pick('more', ctx.targets(card), event.currentTarget)}
        >
          <IconDots size={16} aria-hidden />
        </button>
      )}
    </div>
  );
}

/** A value; if the user can edit it, clicking opens the choices. */
function Cell(props: { field: Field; card: Card; stop: number; children: ReactNode }) {
  const ctx = useBacklog();
  const { field, card } = props;
  const place = classes[field] ?? '';
  const name = useCellName(field, card);
  if (!ctx.mayWrite) return <span className={place}>{props.children}</span>;
  return (
    <button
      type="button"
      className={`${classes.cell} ${place}`}
      tabIndex={props.stop}
      data-field={field}
      aria-haspopup="dialog"
      aria-label={name}
      onClick={(event) => ctx.pick(field, ctx.targets(card), event.currentTarget)}
    >
      {props.children}
    </button>
  );
}

/** The accessible name of a cell: field and value. */
function useCellName(field: Field, card: Card): string {
  const t = useT();
  const ctx = useBacklog();
  const words = useWords();
  const status = ctx.statuses.get(card.status);
  const values: Partial<Record<Field, string>> = {
    priority: words.priority(card.priority),
    status: status ? words.status(status) : card.status,
    points: card.story_points ? t('words.points', { count: card.story_points }) : t('words.unestimated'),
    assignee: ctx.members.get(card.assignee_id ?? -1)?.name ?? t('common.nobody'),
  };
  return t('backlog.cell', { field: t(`backlog.field_${field}`), value: values[field] ?? '' });
}

function Status({ card, ctx }: { card: Card; ctx: BacklogState }) {
  const status = ctx.statuses.get(card.status);
  return status ? <StatusBadge status={status} /> : <span>{card.status}</span>;
}

function Estimate(props: { value: number | null }) {
  const format = useFormat();
  return <span className={classes.estimate}>{format.points(props.value || null)}</span>;
}

function Person({ card, ctx }: { card: Card; ctx: BacklogState }) {
  const member = card.assignee_id === null ? undefined : ctx.members.get(card.assignee_id);
  if (member === undefined) return <span className={classes.nobody} aria-hidden="true" />;
  return <Avatar id={member.user_id} name={member.name} size={24} hint={false} />;
}

function TitleButton({ card, stop }: { card: Card; stop: number }) {
  const ctx = useBacklog();
  const done = ctx.statuses.get(card.status)?.is_done;
  const onClick = (event: MouseEvent) => {
    if (ctx.mayWrite && (event.shiftKey || event.ctrlKey || event.metaKey)) ctx.select(card, event.shiftKey);
    else ctx.openTicket(card.uuid);
  };
  return (
    <button
      type="button"
      className={classes.title}
      tabIndex={stop}
      data-title
      data-done={done || undefined}
      onClick={onClick}
      onDoubleClick={() => ctx.mayWrite && ctx.setEditing(card.uuid)}
    >
      {card.title}
    </button>
  );
}

function TitleField({ card }: { card: Card }) {
  const t = useT();
  const ctx = useBacklog();
  const close = (event: KeyboardEvent<HTMLInputElement> | FocusEvent<HTMLInputElement>, keep: boolean) => {
    const title = event.currentTarget.value.trim();
    ctx.setEditing(null);
    if (keep && title !== '' && title !== card.title) ctx.changes.rename(card, title);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    const row = event.currentTarget.closest<HTMLElement>('[data-card]');
    close(event, event.key === 'Enter');
    event.stopPropagation();
    requestAnimationFrame(() => row?.querySelector<HTMLElement>('[data-title]')?.focus());
  };
  return (
    <TextInput
      size="xs"
      autoFocus
      className={classes.titleField}
      aria-label={t('backlog.titleOf')}
      defaultValue={card.title}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={onKeyDown}
      onBlur={(event) => ctx.editing === card.uuid && close(event, true)}
    />
  );
}

/** Indicators shown only when they apply. */
function Extras({ card }: { card: Card }) {
  const t = useT();
  const ctx = useBacklog();
  const epic = card.epic_uuid ? ctx.epics.get(card.epic_uuid)?.title : undefined;
  const tags = card.tags.filter((tag) => ctx.tags.has(tag)); // the server may still return a tag that was just deleted
  return (
    <span className={classes.extras}>
      {card.blocked && (
        <span className={classes.blocked} title={t('backlog.blockedText')}>
          <IconLock size={14} aria-hidden />
          {t('backlog.blocked')}
        </span>
      )}
      <DueDate card={card} done={ctx.statuses.get(card.status)?.is_done ?? false} />
      {card.subtasks_total > 0 && (
        <span className={classes.extra} title={t('backlog.subtasks')}>
          <IconSubtask size={14} aria-hidden />
          {`${card.subtasks_done}/${card.subtasks_total}`}
        </span>
      )}
      {tags.slice(0, 2).map((tag) => (
        <span key={tag} className={classes.tag}>
          {ctx.tags.get(tag)}
        </span>
      ))}
      {tags.length > 2 && <span className={classes.extra}>{`+${tags.length - 2}`}</span>}
      {epic !== undefined && (
        <span className={classes.epic} title={epic}>
          {epic}
        </span>
      )}
    </span>
  );
}
