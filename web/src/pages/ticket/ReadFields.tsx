import type { ReactNode } from 'react';
import { useFormat, useT } from '../../i18n';
import { Avatar } from '../../ui/Avatar';
import { Points } from '../../ui/Points';
import { PriorityMark } from '../../ui/PriorityMark';
import { StatusBadge } from '../../ui/StatusBadge';
import classes from './ticket.module.css';
import { type TicketProps, useTicketFrame } from './useTicket';

/** Read-only fields. */
export function ReadFields({ ticket }: TicketProps) {
  const t = useT();
  const format = useFormat();
  const frame = useTicketFrame(ticket);
  const status = frame.statuses.find((one) => one.key === ticket.status);
  const assignee = frame.members.find((one) => one.user_id === ticket.assignee_id);
  const tags = frame.tags.filter((one) => ticket.tags.includes(one.uuid)).map((one) => one.name);
  return (
    <dl className={classes.read}>
      <Row name={t('ticket.status')}>{status && <StatusBadge status={status} />}</Row>
      <Row name={t('ticket.assignee')}>
        {assignee === undefined ? (
          t('common.nobody')
        ) : (
          <span className={classes.person}>
            <Avatar id={assignee.user_id} name={assignee.name} size={22} decorative />
            {assignee.name}
          </span>
        )}
      </Row>
      <Row name={t('ticket.priority')}>
        <PriorityMark priority={ticket.priority} withWord />
      </Row>
      <Row name={t('ticket.points')}>
        <Points value={ticket.story_points || null} />
      </Row>
      <Row name={t('ticket.sprint')}>
        {frame.sprints.find((one) => one.uuid === ticket.sprint_uuid)?.title ?? t('common.noSprint')}
      </Row>
      <Row name={t('ticket.startDate')}>
        {ticket.start_date === null ? t('common.none') : format.date(ticket.start_date)}
      </Row>
      <Row name={t('ticket.dueDate')}>{ticket.due_date === null ? t('common.none') : format.date(ticket.due_date)}</Row>
      <Row name={t('ticket.epic')}>
        {frame.epics.find((one) => one.uuid === ticket.epic_uuid)?.title ?? t('common.noEpic')}
      </Row>
      <Row name={t('ticket.type')}>
        {frame.types.find((one) => one.uuid === ticket.type_uuid)?.name ?? t('ticket.noType')}
      </Row>
      <Row name={t('ticket.tags')}>{tags.length === 0 ? t('common.none') : format.list(tags)}</Row>
    </dl>
  );
}

function Row(props: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
