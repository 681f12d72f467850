import { Tooltip } from '@mantine/core';
import type { CSSProperties } from 'react';
import classes from './Avatar.module.css';
import { hue } from './colour';

/** First letters of the first and last word of a name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase() || '?';
}

/** Initials on a colour that depends only on the id. */
export function Avatar(props: {
  name: string;
  id: number | string;
  size?: number;
  hint?: boolean;
  decorative?: boolean;
}) {
  const size = props.size ?? 28;
  const circle = (
    <span
      className={classes.avatar}
      style={
        { '--hue': hue(String(props.id)), width: size, height: size, fontSize: Math.round(size * 0.4) } as CSSProperties
      }
      data-initials={initials(props.name)}
      {...(props.decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': props.name })}
    />
  );
  return props.hint === false || props.decorative ? circle : <Tooltip label={props.name}>{circle}</Tooltip>;
}
