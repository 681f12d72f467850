import type { ReactNode } from 'react';

/** A named value of a definition list, with a note. */
export function Figure(props: { name: ReactNode; value: ReactNode; text: ReactNode }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>
        {props.value}
        {props.text !== '' && <small>{props.text}</small>}
      </dd>
    </div>
  );
}
