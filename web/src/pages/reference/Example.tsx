import { Code } from '@mantine/core';
import { CopyButton } from '../../ui/CopyButton';
import classes from './reference.module.css';

/** A copyable example in a scrollable box. */
export function Example(props: { text: string; label: string }) {
  return (
    <div className={classes.example}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be keyboard-focusable */}
      {/* biome-ignore lint/a11y/useSemanticElements: fieldset is for forms */}
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
