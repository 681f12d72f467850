import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconSquareRotatedFilled,
} from '@tabler/icons-react';
import type { Health } from '../api/types.gen';
import { useT } from '../i18n';
import classes from './marks.module.css';

const signs = {
  good: IconCircleCheckFilled,
  amber: IconSquareRotatedFilled,
  red: IconAlertTriangleFilled,
  none: IconCircleDashed,
};

/** A rating by shape, colour and word; `quiet` hides the word visually. */
export function HealthDot(props: { health: Health | null; quiet?: boolean }) {
  const t = useT();
  const state = props.health ?? 'none';
  const word = t(`words.health_${state}`);
  const Sign = signs[state];
  const colour = classes[props.health ?? 'unknown'] ?? '';
  const sign = <Sign size={16} aria-hidden />;
  if (props.quiet) {
    return (
      <span role="img" aria-label={word} title={word} className={`${classes.mark} ${colour}`}>
        {sign}
      </span>
    );
  }
  return (
    <span className={classes.mark}>
      <span className={colour}>{sign}</span>
      {word}
    </span>
  );
}
