import {
  MultiSelect as MantineMultiSelect,
  Select as MantineSelect,
  type MultiSelectProps,
  type SelectProps,
} from '@mantine/core';
import { useState } from 'react';

/**
 * Adds the options of a menu to the page when its field is focused for the first time. Mantine would add them at once, hidden: in a project
 * with hundreds of people, sprints and epics, that took half of the time for which opening a ticket kept the browser busy.
 */
export function useOptionsOnFocus() {
  const [keepMounted, setUsed] = useState(false);
  return { keepMounted, onFocus: () => setUsed(true) };
}

/** Mantine's Select, without hidden options. */
export function Select({ comboboxProps, onFocus, ...props }: SelectProps) {
  const options = useOptionsOnFocus();
  return (
    <MantineSelect
      {...props}
      comboboxProps={{ ...comboboxProps, keepMounted: options.keepMounted }}
      onFocus={(event) => {
        options.onFocus();
        onFocus?.(event);
      }}
    />
  );
}

/** Mantine's MultiSelect, without hidden options. */
export function MultiSelect({ comboboxProps, onFocus, ...props }: MultiSelectProps) {
  const options = useOptionsOnFocus();
  return (
    <MantineMultiSelect
      {...props}
      comboboxProps={{ ...comboboxProps, keepMounted: options.keepMounted }}
      onFocus={(event) => {
        options.onFocus();
        onFocus?.(event);
      }}
    />
  );
}
