import { Combobox } from '@mantine/core';
import type { WeekTicket } from '../../api/types.gen';
import { useT } from '../../i18n';
import { TicketKey } from '../../ui/TicketKey';
import classes from './time.module.css';

export function TicketOptions(props: { tickets: readonly WeekTicket[]; typed: string }) {
  const t = useT();
  return (
    <Combobox.Dropdown>
      <Combobox.Options aria-label={t('time.tickets')}>
        {props.tickets.map((ticket) => (
          <Combobox.Option key={ticket.uuid} value={ticket.uuid}>
            <span className={classes.optionTitle}>{ticket.title}</span>
            <span className={classes.project}>
              <span className={classes.dot} style={{ background: ticket.color }} aria-hidden="true" />
              {ticket.project}
              <TicketKey value={ticket.key} />
            </span>
          </Combobox.Option>
        ))}
        {props.tickets.length === 0 && (
          <Combobox.Empty>{props.typed === '' ? t('time.typeTicket') : t('common.noChoice')}</Combobox.Empty>
        )}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}
