import { CloseButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Ticket } from '../../api/types.gen';
import { replacedFields } from '../../changedFields';
import { useT } from '../../i18n';
import { DayField } from '../../ui/DayField';
import { type Dates, isBackwards } from './dates';
import { type TicketProps, useSave } from './useTicket';

/** The first and the last day of a ticket. They are saved when a field is left, unless the ticket would be due before it starts. */
export function DatesFields({ ticket }: TicketProps) {
  const t = useT();
  const save = useSave(ticket);
  const [typed, setTyped] = useState<Partial<Dates>>({});
  const seen = useRef<Ticket | null>(null); // the ticket when typing began: what others save meanwhile must not be replaced
  const { start_date, due_date } = { ...ticket, ...typed };
  const type = (change: Partial<Dates>) => {
    seen.current ??= ticket;
    setTyped({ ...typed, ...change });
  };
  const wrong = isBackwards({ start_date, due_date });
  const keep = (change: Partial<Dates>) => {
    if (isBackwards({ start_date, due_date, ...change })) return type(change);
    setTyped({});
    const patch = Object.fromEntries(
      Object.entries({ ...typed, ...change }).filter(([name, day]) => ticket[name as keyof Dates] !== day),
    );
    if (Object.keys(patch).length > 0) save(patch, { over: replacedFields(seen.current ?? ticket, patch) });
    seen.current = null;
  };
  const leave = useRef(keep);
  leave.current = keep;
  useEffect(() => () => leave.current({}), []);
  const field = (name: keyof Dates, label: string, clear: string) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that the field is left
    <div data-day={name} onBlur={() => keep({})} onKeyDown={(event) => event.key === 'Enter' && keep({})}>
      <DayField
        size="sm"
        label={label}
        value={{ start_date, due_date }[name] ?? undefined}
        onDay={(day) => type({ [name]: day })}
        onNone={() => type({ [name]: null })}
        error={name === 'due_date' && wrong && t('errors.invalid_due_date')}
        rightSection={
          { start_date, due_date }[name] !== null && (
            <CloseButton
              size="sm"
              aria-label={clear}
              onClick={(event) => {
                event.currentTarget.closest('[data-day]')?.querySelector('input')?.focus();
                keep({ [name]: null });
              }}
            />
          )
        }
      />
    </div>
  );
  return (
    <>
      {field('start_date', t('ticket.startDate'), t('ticket.startDateClear'))}
      {field('due_date', t('ticket.dueDate'), t('ticket.dueDateClear'))}
    </>
  );
}
