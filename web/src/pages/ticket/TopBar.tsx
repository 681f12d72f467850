import { ActionIcon, CloseButton, Menu, Tooltip } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTicketChanges } from '../../api/ticketChanges';
import type { Ticket } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { Confirm } from '../../ui/Confirm';
import { CopyButton } from '../../ui/CopyButton';
import { TicketKey } from '../../ui/TicketKey';
import classes from './ticket.module.css';
import { useTicketFrame } from './useTicket';

/** The key of the ticket, when it was created and changed, and actions on the whole ticket. */
export function TopBar(props: { ticket: Ticket | undefined; onClose: () => void }) {
  const t = useT();
  const { ticket } = props;
  return (
    <div className={classes.bar}>
      {ticket !== undefined && (
        <>
          <TicketKey value={ticket.key} />
          <CopyButton compact value={ticket.key} label={t('ticket.copyKey')} />
          <Dates ticket={ticket} />
        </>
      )}
      <span className={classes.spacer} />
      {ticket !== undefined && (
        <CopyButton compact value={`${location.origin}/${ticket.key}`} label={t('common.copyLink')} />
      )}
      {ticket !== undefined && <Actions ticket={ticket} onClose={props.onClose} />}
      <Tooltip label={t('ticket.closePanel')}>
        <CloseButton aria-label={t('ticket.closePanel')} onClick={props.onClose} />
      </Tooltip>
    </div>
  );
}

function Dates(props: { ticket: Ticket }) {
  const t = useT();
  const format = useFormat();
  const { created_at, updated_at } = props.ticket;
  return (
    <Tooltip label={t('ticket.updated', { when: format.dateTime(updated_at) })}>
      <span className={classes.dates}>{t('ticket.created', { when: format.dateTime(created_at) })}</span>
    </Tooltip>
  );
}

function Actions(props: { ticket: Ticket; onClose: () => void }) {
  const t = useT();
  const { ticket } = props;
  const [asking, setAsking] = useState(false);
  const changes = useTicketChanges(ticket.project_uuid);
  if (!useTicketFrame(ticket).may.write) return null;
  const remove = () => {
    setAsking(false);
    props.onClose();
    changes.remove(ticket.uuid, t('board.deleted', { title: ticket.title }));
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('ticket.actions')}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            color="var(--app-red)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('ticket.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={remove}
        title={t('ticket.deleteTitle')}
        action={t('common.delete')}
        danger
      >
        {t('ticket.deleteText')}
      </Confirm>
    </>
  );
}
