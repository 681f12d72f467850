import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../i18n';
import { useShortcuts } from '../shell/registry';

interface Props {
  label: string;
  /** The current search, from the URL. */
  value: string;
  onChange: (value: string) => void;
  size?: 'xs' | 'sm';
  width?: string;
  /** If given, it must set the width; `width` is then ignored. */
  className?: string;
  /** Adds a button that clears the field. Escape also clears it or, if it is empty, leaves it. */
  clearable?: boolean;
}

/** Debounce delay in milliseconds. */
const pause = 200;

/** A debounced search kept in the URL; "/" focuses it. */
export function SearchField(props: Props) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(props.value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(props.value);
  useEffect(() => {
    if (props.value.trim() !== sent.current.trim()) setTyped(props.value);
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
      className={props.className}
      flex={props.className ? undefined : (props.width ?? '1 1 14rem')}
      maw={400}
      aria-label={props.label}
      placeholder={props.label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        props.clearable && typed !== '' ? (
          <CloseButton size="xs" aria-label={t('common.close')} onClick={() => onChange('')} />
        ) : null
      }
      value={typed}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (!props.clearable || event.key !== 'Escape') return;
        if (typed === '') event.currentTarget.blur();
        else onChange('');
      }}
    />
  );
}
