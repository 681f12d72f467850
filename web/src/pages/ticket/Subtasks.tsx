import { ActionIcon, Checkbox, Progress, Text } from '@mantine/core';
import { IconUserPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { isTemporary } from '../../api/tickets';
import type { Subtask } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { Avatar } from '../../ui/Avatar';
import { Picker } from '../../ui/Picker';
import { SortList } from '../../ui/SortList';
import { AddLine } from './AddLine';
import { EditLine } from './EditLine';
import { TicketSection } from './TicketSection';
import classes from './ticket.module.css';
import { useEdited } from './useEdited';
import { useSubtasks } from './useSubtasks';
import { type TicketProps, useTicketFrame } from './useTicket';

const longest = 255;
const draftsOf = (ticket: string) => `${ticket}.subtask.`;

/** Subtasks can be checked, renamed, assigned and reordered. */
export function Subtasks({ ticket }: TicketProps) {
  const t = useT();
  const change = useSubtasks(ticket);
  const { write } = useTicketFrame(ticket).may;
  const list = ticket.subtasks;
  const done = list.filter((one) => one.status === 'done').length;
  const { shown, setEditing } = useEdited(
    list.map((subtask) => ({ id: subtask.uuid, subtask })),
    draftsOf(ticket.uuid),
  );
  const settled = shown.length === list.length && list.every((one) => !isTemporary(one.uuid));
  const items = shown.map((item) => ({
    id: item.id,
    name: item.subtask.title,
    content: <Row ticket={ticket} subtask={item.subtask} onEditing={(editing) => setEditing(item, editing)} />,
  }));
  const sum = list.length > 0 && (
    <span className={classes.sum}>
      <Progress
        value={(done / list.length) * 100}
        w={80}
        color="green"
        aria-label={t('ticket.subtasksDone', { done, total: list.length })}
      />
      {t('ticket.subtasksDone', { done, total: list.length })}
    </span>
  );
  return (
    <TicketSection id="subtasks" title={t('ticket.subtasks')} aside={sum || undefined}>
      {list.length === 0 && !write && (
        <Text c="dimmed" size="sm">
          {t('ticket.subtasksNone')}
        </Text>
      )}
      {items.length > 0 && (
        <SortList
          label={t('ticket.subtasks')}
          items={items}
          onOrder={write && settled ? (uuids) => change({ kind: 'order', uuids }) : undefined}
        />
      )}
      {write && (
        <AddLine
          name={`${ticket.uuid}.new subtask`}
          label={t('ticket.subtaskAdd')}
          placeholder={t('ticket.subtaskPlaceholder')}
          maxLength={longest}
          onAdd={(title, onLost) => change({ kind: 'add', title, onLost })}
        />
      )}
    </TicketSection>
  );
}

interface RowProps extends TicketProps {
  subtask: Subtask;
  onEditing: (editing: boolean) => void;
}

function Row({ ticket, subtask, onEditing }: RowProps) {
  const t = useT();
  const change = useSubtasks(ticket);
  const { write } = useTicketFrame(ticket).may;
  const done = subtask.status === 'done';
  const { uuid, title } = subtask;
  const may = write && !isTemporary(uuid);
  return (
    <div className={classes.item}>
      <Checkbox
        size="sm"
        checked={done}
        disabled={!may}
        aria-label={t('ticket.subtaskTick', { name: title })}
        onChange={() => change({ kind: 'save', uuid, edit: { status: done ? 'todo' : 'done' } })}
      />
      <EditLine
        name={draftsOf(ticket.uuid) + uuid}
        text={title}
        struck={done}
        label={t('ticket.subtaskEdit', { name: title })}
        field={t('ticket.subtaskField')}
        maxLength={longest}
        onKeep={
          may ? (next, outcome) => change({ kind: 'rename', uuid, over: title, title: next, ...outcome }) : undefined
        }
        onEditing={onEditing}
      />
      {subtask.status === 'in_progress' && <span className={classes.note}>{t('ticket.subtaskInProgress')}</span>}
      <Assignee ticket={ticket} subtask={subtask} may={may} />
      {may && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          className={classes.quiet}
          aria-label={t('ticket.subtaskDelete', { name: title })}
          onClick={() => {
            onEditing(false);
            change({ kind: 'delete', uuid });
          }}
        >
          <IconX size={15} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

function Assignee({ ticket, subtask, may }: TicketProps & { subtask: Subtask; may: boolean }) {
  const t = useT();
  const format = useFormat();
  const change = useSubtasks(ticket);
  const { members } = useTicketFrame(ticket);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const now = members.find((member) => member.user_id === subtask.assignee_id);
  const face = now ? <Avatar id={now.user_id} name={now.name} size={22} /> : null;
  if (!may) return face;
  const choices = members
    .map((member) => ({
      value: String(member.user_id),
      label: member.name,
      icon: <Avatar id={member.user_id} name={member.name} size={22} decorative />,
      chosen: member.user_id === subtask.assignee_id,
    }))
    .sort((a, b) => format.compare(a.label, b.label));
  const pick = (value: string) => {
    const assignee_id = value === '' ? null : Number(value);
    change({ kind: 'save', uuid: subtask.uuid, edit: { assignee_id } });
  };
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        radius="xl"
        className={face ? undefined : classes.quiet}
        aria-label={t('ticket.subtaskAssign', { name: subtask.title })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {face ?? <IconUserPlus size={16} aria-hidden />}
      </ActionIcon>
      {anchor && (
        <Picker
          anchor={anchor}
          title={t('ticket.subtaskAssignTo')}
          choices={[{ value: '', label: t('common.nobody'), chosen: subtask.assignee_id === null }, ...choices]}
          onPick={pick}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}
