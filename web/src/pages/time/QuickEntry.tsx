import { Button, Combobox, NativeSelect, Pill, PillsInput, useCombobox } from '@mantine/core';
import { type FormEvent, type RefObject, useState } from 'react';
import type { Week } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { type Picked, readLine, unpicked } from './quick';
import { TicketOptions } from './TicketOptions';
import classes from './time.module.css';
import { useDayNames } from './useDayNames';
import { useTicketChoices } from './useTicketChoices';
import type { WeekChanges } from './useWeekChanges';
import { fullDay } from './week';

interface Props {
  week: Week;
  changes: WeekChanges;
  day: string;
  onDay: (day: string) => void;
  field: RefObject<HTMLInputElement | null>;
}

/** Logs time from one line: a duration, part of the ticket's title, Enter, an optional comment, Enter. */
export function QuickEntry(props: Props) {
  const t = useT();
  const names = useDayNames();
  const { week, day } = props;
  const line = useLine(props);
  return (
    <form className={classes.quick} onSubmit={line.submit} noValidate aria-label={t('time.quick')}>
      <NativeSelect
        className={classes.quickDay}
        label={t('time.day')}
        value={day}
        onChange={(event) => props.onDay(event.currentTarget.value)}
        data={week.days.map((value) => ({
          value,
          disabled: value > week.today,
          label: value === week.today ? t('time.todayIs', { day: names.short(value) }) : names.short(value),
        }))}
      />
      <QuickField line={line} field={props.field} />
      <Button type="submit" className={classes.quickSend}>
        {t('time.log')}
      </Button>
    </form>
  );
}

type Line = ReturnType<typeof useLine>;

/** The line's text, its meaning, and what Enter does. */
function useLine({ week, changes, day, field }: Props) {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<Picked | null>(null);
  const [tried, setTried] = useState(false);
  const { minutes, rest } = readLine(text, picked);
  const ticket = picked?.ticket ?? null;
  const choices = useTicketChoices(ticket === null ? rest : '', week.projects);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const pick = (uuid: string) => {
    const found = choices.tickets.find((one) => one.uuid === uuid);
    if (found === undefined) return;
    setPicked({ ticket: found, minutes });
    setText('');
    setTried(false);
    combobox.closeDropdown();
  };
  const unpick = () => {
    setText(unpicked(text, picked));
    setPicked(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    field.current?.focus();
    if (ticket === null) combobox.openDropdown();
    if (minutes === undefined || minutes > fullDay || ticket === null) return;
    // Restores refused text, unless something else is being typed.
    const onLost = () => {
      setText((now) => now || text);
      setPicked((now) => now ?? picked);
    };
    changes.log({ ticket, day, minutes, comment: rest || undefined, loud: true, onLost });
    setText('');
    setPicked(null);
    setTried(false);
  };
  const type = (value: string) => {
    setText(value);
    setTried(false);
  };
  return { text, type, ticket, taken: picked?.minutes, unpick, tried, minutes, rest, choices, combobox, pick, submit };
}

function QuickField({ line, field }: { line: Line; field: Props['field'] }) {
  const t = useT();
  const format = useFormat();
  const { ticket, taken, combobox } = line;
  const meaning = useMeaning(line);
  return (
    <Combobox store={combobox} onOptionSubmit={line.pick} shadow="md" position="bottom-start" withinPortal={false}>
      <Combobox.DropdownTarget>
        <PillsInput
          className={classes.quickLine}
          label={t('time.quick')}
          description={meaning.text}
          descriptionProps={{ className: combobox.dropdownOpened ? classes.covered : undefined }}
          error={meaning.wrong}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onClick={() => field.current?.focus()}
        >
          <Pill.Group>
            {taken !== undefined && <Pill>{format.minutes(taken)}</Pill>}
            {ticket !== null && (
              <Pill
                withRemoveButton
                removeButtonProps={{ 'aria-label': t('time.otherTicket'), 'aria-hidden': false, tabIndex: 0 }}
                onRemove={line.unpick}
              >
                {ticket.title}
              </Pill>
            )}
            <Combobox.EventsTarget>
              <PillsInput.Field
                ref={field}
                aria-label={t('time.quick')}
                placeholder={ticket === null ? t('time.quickExample') : t('time.quickWords')}
                autoComplete="off"
                value={line.text}
                maxLength={2000}
                onFocus={() => ticket === null && combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onKeyDown={(event) => {
                  if (event.key !== 'Backspace' || event.currentTarget.selectionEnd !== 0 || ticket === null) return;
                  event.preventDefault(); // keep the restored text intact
                  line.unpick();
                }}
                onChange={(event) => {
                  line.type(event.currentTarget.value);
                  if (ticket === null) combobox.openDropdown();
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      {ticket === null && <TicketOptions combobox={combobox} choices={line.choices} typed={line.rest} />}
    </Combobox>
  );
}

/** Explains the line so far, or what is missing after Enter. */
function useMeaning({ minutes, ticket, tried, rest }: Line): { text: string; wrong?: string } {
  const t = useT();
  const format = useFormat();
  if (tried && minutes === undefined) return { text: t('time.quickHint'), wrong: t('time.noDuration') };
  if (tried && ticket === null) return { text: t('time.quickHint'), wrong: t('time.noTicket') };
  if (minutes === undefined) return { text: t('time.quickHint') };
  const duration = format.minutes(minutes);
  if (minutes > fullDay) return { text: t('time.quickHint'), wrong: t('time.longEntry', { duration }) };
  if (ticket === null) return { text: t('time.quickTicket', { duration }) };
  return {
    text: rest === '' ? t('time.quickReady', { duration }) : t('time.quickReadyWords', { duration, words: rest }),
  };
}
