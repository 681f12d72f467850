import { Button, Text } from '@mantine/core';
import { type Priority, priorityValues } from '../../api/types.gen';
import { mergedChoice } from '../../changedFields';
import { useFormat, useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { MultiSelect, Select } from '../../ui/Select';
import { DatesFields } from './DatesFields';
import { PointsField } from './PointsField';
import { ReadFields } from './ReadFields';
import classes from './ticket.module.css';
import { useNotifyMove } from './useNotifyMove';
import { type TicketProps, useSave, useSaveCurrent, useTicketFrame } from './useTicket';

/** The fields used to classify and plan a ticket. */
export function Fields(props: TicketProps) {
  const t = useT();
  const { may } = useTicketFrame(props.ticket);
  return (
    <aside className={classes.fields} aria-label={t('ticket.details')}>
      {may.write ? (
        <>
          <StatusField {...props} />
          <AssigneeField {...props} />
          <PriorityField {...props} />
          <PointsField {...props} />
          <SprintField {...props} />
          <DatesFields key={props.ticket.uuid} {...props} />
          <EpicField {...props} />
          <TypeField {...props} />
          <TagsField {...props} />
        </>
      ) : (
        <ReadFields {...props} />
      )}
    </aside>
  );
}

/** The list itself scrolls, so that arrow keys reach all of it. */
const plain = {
  size: 'sm',
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  classNames: { options: classes.options },
} as const;

function StatusField({ ticket }: TicketProps) {
  const t = useT();
  const words = useWords();
  const move = useNotifyMove(ticket);
  const { statuses } = useTicketFrame(ticket);
  return (
    <Select
      {...plain}
      label={t('ticket.status')}
      allowDeselect={false}
      data={statuses.map((status) => ({ value: status.key, label: words.status(status) }))}
      value={ticket.status}
      onChange={(key) => key !== null && move(key)}
    />
  );
}

function AssigneeField({ ticket }: TicketProps) {
  const t = useT();
  const format = useFormat();
  const save = useSave(ticket);
  const frame = useTicketFrame(ticket);
  const people = frame.members
    .filter((member) => member.status !== 'inactive' || member.user_id === ticket.assignee_id)
    .map((member) => ({
      value: String(member.user_id),
      label: member.user_id === frame.me ? t('common.meNamed', { name: member.name }) : member.name,
    }))
    .sort((a, b) => format.compare(a.label, b.label));
  return (
    <div>
      <Select
        {...plain}
        label={t('ticket.assignee')}
        placeholder={t('common.nobody')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common.nobody') }}
        nothingFoundMessage={t('common.noChoice')}
        data={people}
        value={ticket.assignee_id === null ? null : String(ticket.assignee_id)}
        onChange={(id) => save({ assignee_id: id === null ? null : Number(id) })}
      />
      {ticket.assignee_id === null && (
        <Button size="compact-xs" variant="subtle" mt={4} onClick={() => save({ assignee_id: frame.me })}>
          {t('board.assignMe')}
        </Button>
      )}
    </div>
  );
}

function PriorityField({ ticket }: TicketProps) {
  const t = useT();
  const words = useWords();
  const save = useSave(ticket);
  return (
    <Select
      {...plain}
      label={t('ticket.priority')}
      allowDeselect={false}
      data={priorityValues.map((priority) => ({ value: priority, label: words.priority(priority) }))}
      value={ticket.priority}
      onChange={(priority) => priority !== null && save({ priority: priority as Priority })}
    />
  );
}

function SprintField({ ticket }: TicketProps) {
  const t = useT();
  const save = useSave(ticket);
  const { sprints } = useTicketFrame(ticket);
  const open = sprints.filter((sprint) => sprint.status !== 'completed' || sprint.uuid === ticket.sprint_uuid);
  return (
    <Select
      {...plain}
      label={t('ticket.sprint')}
      placeholder={t('common.noSprint')}
      clearable
      clearButtonProps={{ 'aria-label': t('common.noSprint') }}
      data={open.map((sprint) => ({
        value: sprint.uuid,
        label: sprint.status === 'active' ? t('common.activeNamed', { title: sprint.title }) : sprint.title,
      }))}
      value={ticket.sprint_uuid}
      onChange={(sprint_uuid) => save({ sprint_uuid })}
    />
  );
}

function EpicField({ ticket }: TicketProps) {
  const t = useT();
  const format = useFormat();
  const save = useSave(ticket);
  const { epics } = useTicketFrame(ticket);
  if (epics.length === 0) return null;
  return (
    <Select
      {...plain}
      label={t('ticket.epic')}
      placeholder={t('common.noEpic')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.noEpic') }}
      nothingFoundMessage={t('common.noChoice')}
      data={epics
        .map((epic) => ({ value: epic.uuid, label: epic.title }))
        .sort((a, b) => format.compare(a.label, b.label))}
      value={ticket.epic_uuid}
      onChange={(epic_uuid) => save({ epic_uuid })}
    />
  );
}

function TypeField({ ticket }: TicketProps) {
  const t = useT();
  const save = useSave(ticket);
  const { types } = useTicketFrame(ticket);
  if (types.length === 0) return null;
  return (
    <Select
      {...plain}
      label={t('ticket.type')}
      allowDeselect={false}
      data={[
        { value: '', label: t('ticket.noType') },
        ...types.map(({ uuid, name }) => ({ value: uuid, label: name })),
      ]}
      value={ticket.type_uuid ?? ''}
      onChange={(uuid) => save({ type_uuid: uuid || null })}
    />
  );
}

function TagsField({ ticket }: TicketProps) {
  const t = useT();
  const format = useFormat();
  const save = useSaveCurrent(ticket);
  const { tags } = useTicketFrame(ticket);
  if (tags.length === 0) {
    return (
      <div>
        <Text size="sm" fw={500}>
          {t('ticket.tags')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('ticket.noTags')}
        </Text>
      </div>
    );
  }
  return (
    <MultiSelect
      {...plain}
      classNames={{ ...plain.classNames, inputField: classes.tagsInput }}
      label={t('ticket.tags')}
      placeholder={ticket.tags.length === 0 ? t('ticket.addTags') : undefined}
      searchable
      nothingFoundMessage={t('common.noChoice')}
      data={tags.map((tag) => ({ value: tag.uuid, label: tag.name })).sort((a, b) => format.compare(a.label, b.label))}
      value={ticket.tags.filter((uuid) => tags.some((tag) => tag.uuid === uuid))}
      onChange={(chosen) => save((now) => ({ tags: mergedChoice(now.tags, ticket.tags, chosen) }))}
    />
  );
}
