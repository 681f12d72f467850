import { Modal } from '@mantine/core';
import type { Week, WeekRow } from '../../api/types.gen';
import { useT } from '../../i18n';
import { EntryList } from './EntryList';
import { useDayNames } from './useDayNames';
import type { WeekChanges } from './useWeekChanges';

interface Props {
  week: Week;
  rows: readonly WeekRow[];
  changes: WeekChanges;
  place: { ticket: string; day: string } | null;
  onClose: () => void;
}

/** All entries of a ticket on a day, editable for those with permission. */
export function Entries(props: Props) {
  const t = useT();
  const names = useDayNames();
  const { week, place } = props;
  const row = props.rows.find((one) => one.ticket.uuid === place?.ticket);
  if (place === null || row === undefined) return null;
  return (
    <Modal
      opened
      size="lg"
      onClose={props.onClose}
      title={t('time.cell', { title: row.ticket.title, day: names.long(place.day) })}
    >
      <EntryList
        week={week}
        changes={props.changes}
        ticket={row.ticket}
        day={place.day}
        entries={row.entries[week.days.indexOf(place.day)] ?? []}
        onClose={props.onClose}
      />
    </Modal>
  );
}
