import { useFormat, useT } from '../../i18n';
import charts from '../../ui/charts/charts.module.css';
import type { Scale } from '../../ui/charts/scale';
import { type Area, positionIn } from './bubble';
import classes from './quadrant.module.css';

/** Both axes and the lines at 1. */
export function QuadrantAxes({ area, x, y }: { area: Area; x: Scale; y: Scale }) {
  const t = useT();
  const format = useFormat();
  const middle = positionIn(area, x, y, { cpi: 1, spi: 1 });
  const every = Math.ceil(x.ticks.length / Math.max(1, (area.right - area.left) / 44));
  return (
    <g className={charts.axis}>
      <rect
        className={classes.bad}
        x={area.left}
        y={middle.y}
        width={middle.x - area.left}
        height={area.bottom - middle.y}
      />
      <text x={4} y={12}>
        {t('portfolio.up')}
      </text>
      {y.ticks.map((tick) => {
        const place = positionIn(area, x, y, { cpi: tick, spi: 1 }).y;
        return (
          <g key={tick}>
            <line className={charts.grid} x1={area.left} x2={area.right} y1={place} y2={place} />
            <text x={area.left - 8} y={place + 4} textAnchor="end">
              {format.ratio(tick)}
            </text>
          </g>
        );
      })}
      {x.ticks.map((tick, n) => {
        const place = positionIn(area, x, y, { cpi: 1, spi: tick }).x;
        return (
          <g key={tick}>
            <line className={charts.grid} x1={place} x2={place} y1={area.top} y2={area.bottom} />
            {n % every === 0 && (
              <text x={place} y={area.bottom + 18} textAnchor={place > area.right - 20 ? 'end' : 'middle'}>
                {format.ratio(tick)}
              </text>
            )}
          </g>
        );
      })}
      <line className={classes.plan} x1={area.left} x2={area.right} y1={middle.y} y2={middle.y} />
      <line className={classes.plan} x1={middle.x} x2={middle.x} y1={area.top} y2={area.bottom} />
      <text x={(area.left + area.right) / 2} y={area.bottom + 40} textAnchor="middle">
        {t('portfolio.across')}
      </text>
    </g>
  );
}

/** The names of the quadrants. They are drawn above the tails, which would otherwise run through them. */
export function QuadrantNames({ area }: { area: Area }) {
  const t = useT();
  const narrow = area.right - area.left < 480;
  const edge = 8;
  const names = [
    { key: 'late', x: area.left + edge, y: area.top + 16, anchor: 'start' },
    { key: 'both', x: area.right - edge, y: area.top + 16, anchor: 'end' },
    { key: 'neither', x: area.left + edge, y: area.bottom - 8, anchor: 'start' },
    { key: 'dear', x: area.right - edge, y: area.bottom - 8, anchor: 'end' },
  ] as const;
  return names.map(({ key, x, y, anchor }) => (
    <text key={key} className={classes.quarter} x={x} y={y} textAnchor={anchor}>
      {t(narrow ? `portfolio.quarter_${key}_short` : `portfolio.quarter_${key}`)}
    </text>
  ));
}
