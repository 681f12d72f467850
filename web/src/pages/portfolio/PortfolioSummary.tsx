import type { PortfolioRow, Totals } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import classes from './portfolio.module.css';
import { sentences } from './sentence';

/** The state of projects with the same currency in words. */
export function PortfolioSummary({ totals, rows }: { totals: Totals; rows: readonly PortfolioRow[] }) {
  const t = useT();
  const format = useFormat();
  const [first, ...rest] = sentences(totals, rows, t, format);
  return (
    <div className={classes.say}>
      <p className={classes.first}>{first}</p>
      {rest.length > 0 && <p>{rest.join(' ')}</p>}
    </div>
  );
}
