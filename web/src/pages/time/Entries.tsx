import { Modal } from '@mantine/core';
import type { Week, WeekRow, WeekTicket } from '../../api/types.gen';
import { useT } from '../../i18n';
import { EntryList } from './EntryList';
import { useDayNames } from './useDayNames';
import type { WeekChanges } from './useWeekChanges';

/** A cell of the grid. Its row may vanish while its entries are open. */
export interface Place {
  ticket: WeekTicket;
  day: string;
}

interface Props {
  week: Week;
  rows: readonly WeekRow[];
  changes: WeekChanges;
  place: Place | null;
  onClose: () => void;
}

/** All entries of a ticket on a day, editable for those with permission. */
export function Entries(props: Props) {
  const t = useT();
  const names = useDayNames();
  const { week, place } = props;
  if (place === null) return null;
  const { ticket, day } = place;
  const row = props.rows.find((one) => one.ticket.uuid === ticket.uuid);
  return (
    <Modal
      opened
      size="lg"
      onClose={props.onClose}
      title={t('time.cell', { title: ticket.title, day: names.long(day) })}
    >
      <EntryList
        week={week}
        changes={props.changes}
        ticket={ticket}
        day={day}
        entries={row?.entries[week.days.indexOf(day)] ?? []}
        onClose={props.onClose}
      />
    </Modal>
  );
}
