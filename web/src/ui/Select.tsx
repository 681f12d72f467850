import {
  MultiSelect as MantineMultiSelect,
  Select as MantineSelect,
  type MultiSelectProps,
  type SelectProps,
} from '@mantine/core';
import { type FocusEvent, useState } from 'react';

/**
 * Adds the options of a menu to the page when its field is focused for the first time. Mantine would add them at once, hidden: in a project
 * with hundreds of people, sprints and epics, that took half of the time for which opening a ticket kept the browser busy.
 */
export function useOptionsOnFocus() {
  const [keepMounted, setUsed] = useState(false);
  return { keepMounted, onFocus: () => setUsed(true) };
}

/** The properties of a field whose options are added in this way. */
function useFieldOptions({ comboboxProps, onFocus }: Pick<SelectProps, 'comboboxProps' | 'onFocus'>) {
  const options = useOptionsOnFocus();
  return {
    comboboxProps: { ...comboboxProps, keepMounted: options.keepMounted },
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      options.onFocus();
      onFocus?.(event);
    },
  };
}

/** Mantine's Select, without hidden options. */
export const Select = (props: SelectProps) => <MantineSelect {...props} {...useFieldOptions(props)} />;

/** Mantine's MultiSelect, without hidden options. */
export const MultiSelect = (props: MultiSelectProps) => <MantineMultiSelect {...props} {...useFieldOptions(props)} />;
