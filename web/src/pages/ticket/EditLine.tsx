import { TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from './ticket.module.css';

interface Props {
  text: string;
  /** Accessible name of the button. */
  label: string;
  /** Accessible name of the field. */
  field: string;
  maxLength: number;
  struck?: boolean;
  /** Omit to make it read-only. */
  onKeep?: (text: string) => void;
}

/** A line of text that turns into a field when clicked. Enter saves, Escape cancels. */
export function EditLine(props: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const { onKeep, text } = props;
  if (onKeep === undefined)
    return (
      <span className={classes.line} data-struck={props.struck || undefined}>
        {text}
      </span>
    );
  if (draft === null) {
    return (
      <button
        type="button"
        className={classes.line}
        data-struck={props.struck || undefined}
        aria-description={props.label}
        onClick={() => setDraft(text)}
      >
        {text}
      </button>
    );
  }
  const keep = () => {
    const next = draft.trim();
    if (next !== '' && next !== text) onKeep(next);
    setDraft(null);
  };
  return (
    <TextInput
      size="xs"
      autoFocus
      aria-label={props.field}
      maxLength={props.maxLength}
      value={draft}
      data-mantine-stop-propagation="true"
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setDraft(null);
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep();
      }}
    />
  );
}
