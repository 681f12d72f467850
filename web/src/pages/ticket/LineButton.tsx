import { Children } from 'react';
import { KeyLink, type KeyPart, useKeys } from './markdown/KeyText';
import classes from './ticket.module.css';

interface Props {
  text: string;
  /** What a click does. */
  label: string;
  struck?: boolean;
  onClick: () => void;
}

/** A line that is edited by clicking it. The keys of tickets in it are links, which must not be inside a button: the button lies below the text. */
export function LineButton({ text, label, struck, onClick }: Props) {
  const parts = useKeys(text);
  const button = { type: 'button', className: classes.line, 'aria-description': label, onClick } as const;
  const look = { 'data-struck': struck || undefined };
  if (parts.every((part) => typeof part === 'string')) {
    return (
      <button {...button} {...look}>
        {text}
      </button>
    );
  }
  return (
    <div className={classes.linkedLine}>
      <button {...button} aria-label={text} />
      <span className={classes.line} {...look}>
        {Children.toArray(parts.map(drawPart))}
      </span>
    </div>
  );
}

/** The button has the text as its name. */
const drawPart = (part: KeyPart) =>
  typeof part === 'string' ? <span aria-hidden>{part}</span> : <KeyLink ticket={part.key} />;
