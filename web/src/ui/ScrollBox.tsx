import type { ReactNode } from 'react';

/** A box that scrolls, with the keyboard too; the class determines in which directions. */
export function ScrollBox(props: { className?: string; label: string; busy?: boolean; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be keyboard-focusable
    <section className={props.className} tabIndex={0} aria-label={props.label} aria-busy={props.busy}>
      {props.children}
    </section>
  );
}
