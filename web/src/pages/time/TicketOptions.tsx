import { Combobox, type ComboboxStore } from '@mantine/core';
import { useEffect } from 'react';
import { isSearchable } from '../../api/search';
import { useT } from '../../i18n';
import { TicketKey } from '../../ui/TicketKey';
import classes from './time.module.css';
import type { TicketChoices } from './useTicketChoices';

/** The tickets to choose from. Enter chooses the first one, unless another is selected. */
export function TicketOptions(props: { combobox: ComboboxStore; choices: TicketChoices; typed: string }) {
  const t = useT();
  const { combobox, choices, typed } = props;
  const { tickets } = choices;
  useFirstOption(combobox, typed, tickets[0]?.uuid);
  const nothing = isSearchable(typed) ? t('common.noChoice') : t('time.typeTicket');
  const note = choices.note ?? (tickets.length === 0 ? nothing : undefined);
  return (
    <Combobox.Dropdown>
      <Combobox.Options aria-label={t('time.tickets')}>
        {tickets.map((ticket) => (
          <Combobox.Option key={ticket.uuid} value={ticket.uuid}>
            <span className={classes.optionTitle}>{ticket.title}</span>
            <span className={classes.project}>
              <span className={classes.dot} style={{ background: ticket.color }} aria-hidden="true" />
              {ticket.project}
              <TicketKey value={ticket.key} />
            </span>
          </Combobox.Option>
        ))}
        {note !== undefined && <Combobox.Empty>{note}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

/** Selects the first option again whenever it or the text changes. */
function useFirstOption({ selectFirstOption }: ComboboxStore, typed: string, first: string | undefined) {
  useEffect(() => {
    if (typed !== '' && first !== undefined) selectFirstOption();
  }, [typed, first, selectFirstOption]);
}
