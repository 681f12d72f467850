import { Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronsUp, IconChevronUp, IconMinus } from '@tabler/icons-react';
import type { Priority } from '../api/types.gen';
import { useWords } from '../i18n/words';
import classes from './marks.module.css';

const signs = { critique: IconChevronsUp, haute: IconChevronUp, normale: IconMinus, faible: IconChevronDown } as const;

/** A priority by shape and colour, with its name as tooltip and for screen readers. */
export function PriorityMark(props: { priority: Priority; withWord?: boolean; size?: number; hint?: boolean }) {
  const word = useWords().priority(props.priority);
  const Sign = signs[props.priority];
  const sign = <Sign size={props.size ?? 18} stroke={2.4} aria-hidden />;
  if (props.withWord) {
    return (
      <span className={classes.mark}>
        <span className={classes[props.priority]}>{sign}</span>
        {word}
      </span>
    );
  }
  const mark = (
    <span role="img" aria-label={word} className={`${classes.mark} ${classes[props.priority]}`}>
      {sign}
    </span>
  );
  return props.hint === false ? mark : <Tooltip label={word}>{mark}</Tooltip>;
}
