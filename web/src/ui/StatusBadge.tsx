import { useComputedColorScheme } from '@mantine/core';
import type { CSSProperties } from 'react';
import type { FrameStatus } from '../api/types.gen';
import { useWords } from '../i18n/words';
import { mix, readable } from './colour';
import classes from './marks.module.css';

/** A status's background and text colours in a scheme, with sufficient contrast. */
export function statusColours(status: Pick<FrameStatus, 'color' | 'bg_color'>, scheme: 'light' | 'dark') {
  const ground = scheme === 'light' ? status.bg_color : mix('#161b24', status.color, 0.22);
  return { ground, ink: readable(scheme === 'light' ? status.color : mix(status.color, '#ffffff', 0.4), ground) };
}

export function StatusBadge(props: { status: Pick<FrameStatus, 'key' | 'label' | 'color' | 'bg_color'> }) {
  const words = useWords();
  const { ground, ink } = statusColours(props.status, useComputedColorScheme('light'));
  return (
    <span className={classes.badge} style={{ '--ground': ground, '--ink': ink } as CSSProperties}>
      {words.status(props.status)}
    </span>
  );
}
