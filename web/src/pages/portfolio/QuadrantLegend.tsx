import { useFormat, useT } from '../../i18n';
import charts from '../../ui/charts/charts.module.css';
import { HealthSign, toneOf } from './Bubbles';
import { axisOf, type Bubble, isBeyondEdge, isMixed } from './bubble';
import classes from './quadrant.module.css';

/** Explains the size, symbol and trail of a bubble. */
export function QuadrantLegend({ bubbles }: { bubbles: readonly Bubble[] }) {
  const t = useT();
  const format = useFormat();
  const largest = Math.max(0, ...bubbles.map((one) => one.bac));
  return (
    <ul className={charts.legend}>
      {(['good', 'amber', 'red'] as const).map((health) => (
        <li key={health}>
          <svg width={20} height={20} className={toneOf(health)} aria-hidden="true">
            <circle className={classes.bubble} cx={10} cy={10} r={9} />
            <HealthSign health={health} x={10} y={10} />
          </svg>
          {t(`words.health_${health}`)}
        </li>
      ))}
      <li>
        <svg width={34} height={20} className={charts.tone4} aria-hidden="true">
          <circle className={classes.bubble} cx={5} cy={10} r={4} />
          <circle className={classes.bubble} cx={23} cy={10} r={9} />
        </svg>
        {isMixed(bubbles)
          ? t('portfolio.sizeMixed')
          : t('portfolio.size', { bac: format.in(bubbles[0]?.currency ?? null).money(largest) })}
      </li>
      <li>
        <svg width={34} height={14} className={charts.tone4} aria-hidden="true">
          <path className={classes.tail} d="M2 12L10 4L18 9L26 6" />
          <circle className={classes.bubble} cx={28} cy={6} r={5} />
        </svg>
        {t('portfolio.tail')}
      </li>
      {bubbles.some((one) => isBeyondEdge(one, axisOf(bubbles, 'spi'), axisOf(bubbles, 'cpi'))) && (
        <li>
          <svg width={20} height={20} className={charts.tone4} aria-hidden="true">
            <circle className={classes.bubble} cx={10} cy={10} r={5} />
            <circle className={classes.beyond} cx={10} cy={10} r={8} />
          </svg>
          {t('portfolio.beyond')}
        </li>
      )}
    </ul>
  );
}
