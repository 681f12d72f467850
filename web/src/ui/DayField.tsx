import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { isDay } from '../search';

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'defaultValue' | 'onChange' | 'onBlur'> {
  /** The current day, usually from the URL. */
  value: string | undefined;
  onDay: (day: string) => void;
  /** Called when the field is cleared; if omitted, a cleared field reverts to the current day. */
  onNone?: () => void;
}

/**
 * Reports a day as soon as it is complete. While the user types, new values do not disturb the field. Do not use its value as a
 * React key.
 */
export function DayField({ value, onDay, onNone, max = '9999-12-31', ...rest }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...rest}
      type="date"
      max={max}
      value={typed ?? value ?? ''}
      onChange={({ currentTarget: field }) => {
        setTyped(field.value);
        const day = askedDay(field.value, field.validity.badInput);
        if (day === null) onNone?.();
        else if (day !== undefined) onDay(day);
      }}
      onBlur={({ currentTarget: field }) => {
        // Browsers do not report edits to parts of an incomplete date.
        if (field.validity.badInput) field.value = value ?? '';
        else if (field.value === '' && value !== undefined) onNone?.();
        setTyped(null);
      }}
    />
  );
}

/** The day in the text: null when cleared, undefined while it is being typed (year 0002). */
export function askedDay(text: string, unfinished: boolean): string | null | undefined {
  if (text === '') return unfinished ? undefined : null;
  return isDay(text) && text >= '1970' ? text : undefined;
}
