import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../shell/registry';

interface Props {
  label: string;
  /** The current search, from the URL. */
  value: string;
  onChange: (value: string) => void;
  size?: 'xs' | 'sm';
  width?: string;
}

/** Debounce delay in milliseconds. */
const pause = 200;

/** A debounced search kept in the URL; "/" focuses it. */
export function SearchField(props: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(props.value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(props.value);
  useEffect(() => {
    if (props.value !== sent.current) setTyped(props.value);
    sent.current = props.value;
  }, [props.value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useShortcuts([{ keys: '/', label: props.label, run: () => field.current?.focus() }]);
  const onChange = (value: string) => {
    setTyped(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = value;
      props.onChange(value);
    }, pause);
  };
  return (
    <TextInput
      ref={field}
      type="search"
      size={props.size}
      flex={props.width ?? '1 1 14rem'}
      maw={400}
      aria-label={props.label}
      placeholder={props.label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
