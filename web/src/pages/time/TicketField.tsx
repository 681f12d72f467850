import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core';
import { useState } from 'react';
import type { TimeProject, WeekTicket } from '../../api/types.gen';
import { TicketOptions } from './TicketOptions';
import { useTicketChoices } from './useTicketChoices';

interface Props extends Pick<TextInputProps, 'label' | 'placeholder' | 'size' | 'className' | 'leftSection'> {
  'aria-label'?: string;
  projects: readonly TimeProject[];
  /** Only tickets of this project. */
  project?: string;
  /** The current choice; without it the field clears after each choice. */
  value?: WeekTicket;
  onPick: (ticket: WeekTicket) => void;
}

export function TicketField({ projects, project, value, onPick, ...input }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const choices = useTicketChoices(typed ?? '', projects, project ?? null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const pick = (uuid: string) => {
    const ticket = choices.tickets.find((one) => one.uuid === uuid);
    if (ticket !== undefined) onPick(ticket);
    setTyped(null);
    combobox.closeDropdown();
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={pick}
      shadow="md"
      position="bottom-start"
      width={360}
      withinPortal={false}
    >
      <Combobox.Target>
        <TextInput
          {...input}
          autoComplete="off"
          value={typed ?? value?.title ?? ''}
          onFocus={(event) => {
            event.currentTarget.select();
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            setTyped(null);
            combobox.closeDropdown();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !combobox.dropdownOpened) return;
            event.stopPropagation();
            setTyped(null);
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
          }}
        />
      </Combobox.Target>
      <TicketOptions combobox={combobox} choices={choices} typed={typed ?? ''} />
    </Combobox>
  );
}
