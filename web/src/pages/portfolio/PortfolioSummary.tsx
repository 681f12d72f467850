import type { Portfolio } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import classes from './portfolio.module.css';
import { sentences } from './sentence';

/** The state of the portfolio in words. */
export function PortfolioSummary({ portfolio }: { portfolio: Portfolio }) {
  const t = useT();
  const format = useFormat();
  const [first, ...rest] = sentences(portfolio.totals, portfolio.rows, t, format);
  return (
    <div className={classes.say}>
      <p className={classes.first}>{first}</p>
      {rest.length > 0 && <p>{rest.join(' ')}</p>}
    </div>
  );
}
