import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { WeekRow } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { TicketKey } from '../../ui/TicketKey';
import { Cell } from './Cell';
import type { GridProps } from './Grid';
import classes from './grid.module.css';
import parts from './time.module.css';
import { useTimer } from './timer';
import { useDayNames } from './useDayNames';
import { rightsOf, rowSum } from './week';

interface Props extends Omit<GridProps, 'rows'> {
  row: WeekRow;
  index: number;
}

export function GridRow({ week, row, index, changes, chosen, onOpen }: Props) {
  const t = useT();
  const format = useFormat();
  const names = useDayNames();
  const { ticket } = row;
  const { mayLog, mayChange } = rightsOf(week, ticket);
  const sum = rowSum(row);
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.ticket}>
        <div className={classes.ticketCell}>
          <div className={classes.ticketText}>
            {ticket.deleted ? (
              <span>{ticket.title}</span>
            ) : (
              <Link
                to="/tickets/$ticket"
                params={{ ticket: ticket.uuid }}
                className={classes.link}
                title={ticket.title}
              >
                {ticket.title}
              </Link>
            )}
            <span className={parts.project}>
              <span className={parts.dot} style={{ background: ticket.color }} aria-hidden="true" />
              {ticket.deleted ? t('time.deletedIn', { project: ticket.project }) : ticket.project}
              <TicketKey value={ticket.key} />
            </span>
          </div>
          {mayLog && <StartTimer ticket={ticket.uuid} title={ticket.title} />}
        </div>
      </th>
      {week.days.map((day, column) => (
        <td
          key={day}
          data-day={column === chosen ? 'chosen' : 'other'}
          data-today={day === week.today || undefined}
          data-weekend={column > 4 || undefined}
        >
          <Cell
            row={index}
            column={column}
            label={t('time.cell', { title: ticket.title, day: names.long(day) })}
            entries={row.entries[column] ?? []}
            mayLog={mayLog && day <= week.today}
            mayChange={mayChange}
            onLog={(minutes) => changes.log({ ticket, day, minutes })}
            onSave={(uuid, minutes) => changes.save(uuid, { duration_minutes: minutes })}
            onRemove={changes.remove}
            onOpen={() => onOpen({ ticket, day })}
          />
        </td>
      ))}
      <td className={classes.sum}>{sum === 0 ? '' : format.minutes(sum)}</td>
    </tr>
  );
}

/** Starts the timer on a ticket, unless one is running. */
function StartTimer(props: { ticket: string; title: string }) {
  const t = useT();
  const { timer, start } = useTimer();
  if (timer !== null) return null;
  return (
    <Tooltip label={t('time.start')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        className={classes.start}
        aria-label={t('time.startOn', { title: props.title })}
        onClick={() => start(props.ticket)}
      >
        <IconPlayerPlayFilled size={13} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
