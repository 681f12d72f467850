import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { isDay } from '../search';

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'defaultValue' | 'onChange' | 'onBlur'> {
  /** The day that is held, mostly by the address; undefined is none. */
  value: string | undefined;
  onDay: (day: string) => void;
  /** The field was emptied; without it an emptied field goes back to the day that is held. */
  onNone?: () => void;
}

/**
 * DayField asks for a day, at once when a whole one is there. What is typed belongs to the reader until the field is left:
 * days that are held meanwhile do not disturb it. Do not key it by its value.
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
        // Of parts that come and go in a field that is not whole, the browser tells nothing.
        if (field.validity.badInput) field.value = value ?? '';
        else if (field.value === '' && value !== undefined) onNone?.();
        setTyped(null);
      }}
    />
  );
}

/** askedDay is the day that a text asks for: null when it was emptied, undefined while it is being typed (year 0002). */
export function askedDay(text: string, unfinished: boolean): string | null | undefined {
  if (text === '') return unfinished ? undefined : null;
  return isDay(text) && text >= '1970' ? text : undefined;
}
