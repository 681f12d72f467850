import { ActionIcon, Alert, Loader, Text } from '@mantine/core';
import { IconLock, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isSearchable } from '../../api/search';
import type { TicketLink } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Select } from '../../ui/Select';
import { StatusBadge } from '../../ui/StatusBadge';
import { TicketKey } from '../../ui/TicketKey';
import { useSearch } from '../../ui/useSearch';
import { TicketSection } from './TicketSection';
import classes from './ticket.module.css';
import { isCycle, type Side, useLinks } from './useLinks';
import { type TicketProps, useTicketFrame } from './useTicket';

/** Tickets that block this one, and tickets it blocks. */
export function Dependencies(props: TicketProps) {
  const t = useT();
  const { ticket } = props;
  const frame = useTicketFrame(ticket);
  const done = new Set(frame.statuses.filter((status) => status.is_done).map((status) => status.key));
  const open = done.has(ticket.status) ? [] : ticket.dependencies.filter((one) => !done.has(one.status));
  const waits = open.length > 0 && (
    <span className={classes.waits}>
      <IconLock size={14} aria-hidden />
      {t('ticket.waiting', { count: open.length })}
    </span>
  );
  const empty = ticket.dependencies.length + ticket.dependents.length === 0;
  return (
    <TicketSection id="dependencies" title={t('ticket.dependencies')} aside={waits || undefined}>
      {empty && !frame.may.write && (
        <Text c="dimmed" size="sm">
          {t('ticket.dependenciesNone')}
        </Text>
      )}
      <Links {...props} side="before" links={ticket.dependencies} />
      <Links {...props} side="after" links={ticket.dependents} />
    </TicketSection>
  );
}

interface LinksProps extends TicketProps {
  side: Side;
  links: TicketLink[];
}

function Links(props: LinksProps) {
  const t = useT();
  const { ticket, side, links } = props;
  const change = useLinks(ticket);
  const { write } = useTicketFrame(ticket).may;
  if (links.length === 0 && !write) return null;
  return (
    <div className={classes.links}>
      <h4 className={classes.linksTitle}>{side === 'before' ? t('ticket.blockedBy') : t('ticket.blocks')}</h4>
      {links.length > 0 && (
        <ul className={classes.linkList}>
          {links.map((link) => (
            <LinkRow
              key={link.uuid}
              ticket={ticket}
              link={link}
              onRemove={write ? () => change.mutate({ side, other: link, add: false }) : undefined}
            />
          ))}
        </ul>
      )}
      {isCycle(change.error) && (
        <Alert
          color="amber"
          py={6}
          role="alert"
          withCloseButton
          closeButtonLabel={t('common.close')}
          onClose={change.reset}
        >
          {t('ticket.cycle')}
        </Alert>
      )}
      {write && (
        <Finder {...props} busy={change.isPending} onPick={(other) => change.mutate({ side, other, add: true })} />
      )}
    </div>
  );
}

function LinkRow(props: TicketProps & { link: TicketLink; onRemove?: () => void }) {
  const t = useT();
  const { link } = props;
  const status = useTicketFrame(props.ticket).statuses.find((one) => one.key === link.status);
  return (
    <li className={classes.item}>
      {status && <StatusBadge status={status} />}
      <TicketKey value={link.key} />
      <Link to="." search={(old) => ({ ...old, ticket: link.uuid })} preload={false} className={classes.link}>
        {link.title}
      </Link>
      {props.onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          className={classes.quiet}
          aria-label={t('ticket.removeLink', { name: link.title })}
          onClick={props.onRemove}
        >
          <IconX size={15} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

interface FinderProps extends LinksProps {
  busy: boolean;
  onPick: (other: TicketLink) => void;
}

/** Finds a ticket of the project by title, key or number. */
function Finder(props: FinderProps) {
  const t = useT();
  const { ticket, links } = props;
  const [typed, setTyped] = useState('');
  const search = useSearch(typed, ticket.project_uuid);
  const taken = new Set([ticket.uuid, ...links.map((link) => link.uuid)]);
  const found = (search.found?.tickets ?? []).filter((one) => !taken.has(one.uuid));
  const label = props.side === 'before' ? t('ticket.addBlockedBy') : t('ticket.addBlocks');
  return (
    <Select
      size="xs"
      comboboxProps={{ withinPortal: false }}
      withScrollArea={false}
      classNames={{ options: classes.options }}
      aria-label={label}
      placeholder={label}
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={found.map((one) => ({ value: one.uuid, label: `${one.key} ${one.title}` }))}
      nothingFoundMessage={search.note ?? (isSearchable(typed) ? t('common.noChoice') : t('ticket.findTicket'))}
      rightSection={props.busy || search.searching ? <Loader size={14} /> : <span />}
      onChange={(uuid) => {
        const other = found.find((one) => one.uuid === uuid);
        if (other !== undefined) props.onPick(other);
        setTyped('');
      }}
    />
  );
}
