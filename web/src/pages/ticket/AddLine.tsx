import { TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './ticket.module.css';

/** Enter adds the line and keeps the focus; Escape clears the field. A line that is not stored comes back, unless another has been begun. */
export function AddLine(props: {
  label: string;
  placeholder: string;
  maxLength: number;
  onAdd: (text: string, onLost: () => void) => void;
}) {
  const [text, setText] = useState('');
  const add = () => {
    const next = text.trim();
    setText('');
    if (next !== '') props.onAdd(next, () => setText((now) => now || next));
  };
  return (
    <TextInput
      className={classes.addLine}
      size="xs"
      variant="unstyled"
      leftSection={<IconPlus size={16} aria-hidden />}
      aria-label={props.label}
      placeholder={props.placeholder}
      maxLength={props.maxLength}
      value={text}
      data-mantine-stop-propagation={text === '' ? undefined : 'true'}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={add}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setText('');
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) add();
      }}
    />
  );
}
