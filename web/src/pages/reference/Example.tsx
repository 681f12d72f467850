import { Code } from '@mantine/core';
import { CopyButton } from '../../ui/CopyButton';
import classes from './reference.module.css';

/** Example is something to copy, in a box of its own that can be scrolled with the keyboard. */
export function Example(props: { text: string; label: string }) {
  return (
    <div className={classes.example}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form */}
      <div role="group" className={classes.scroll} tabIndex={0} aria-label={props.label}>
        <Code block>{props.text}</Code>
      </div>
      <div className={classes.copy}>
        <CopyButton value={props.text} compact />
      </div>
    </div>
  );
}

export const printed = (value: unknown): string => JSON.stringify(value, null, 2);
