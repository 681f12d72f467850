import { Link } from '@tanstack/react-router';
import type { Indicator } from '../../api/finance';
import type { Health, Thresholds, Totals } from '../../api/types.gen';
import { none, useFormat, useT } from '../../i18n';
import { HealthDot } from '../../ui/HealthDot';
import { guideOf, useIndicators } from '../../ui/indicators';
import classes from './portfolio.module.css';

const large = ['cpi', 'spi', 'bac', 'ac_total', 'eac', 'vac'] as const;
const small = ['pv', 'ev', 'ac', 'etc', 'cv', 'sv', 'engaged_charge'] as const;

/** Totals. Indices are computed from the sums, not averaged over projects. */
export function TotalCards(props: { totals: Totals; thresholds: Thresholds; of?: string }) {
  const t = useT();
  const format = useFormat();
  const { totals, of } = props;
  return (
    <section aria-label={of === undefined ? t('portfolio.totals') : `${t('portfolio.totals')}, ${of}`}>
      <dl className={classes.cards}>
        {large.map((field) => (
          <Card key={field} field={field} value={totals[field]} thresholds={props.thresholds} />
        ))}
      </dl>
      <dl className={classes.small}>
        {small.map((field) => (
          <Small key={field} field={field} value={totals[field]} />
        ))}
        {(['ac_all', 'engaged_all'] as const).map((field) => (
          <div key={field}>
            <dt>
              <Link to="/guide/$page" params={{ page: 'portfolio' }} title={t(`portfolio.${field}_text`)}>
                {t(`portfolio.${field}`)}
              </Link>
            </dt>
            <dd data-total={field}>{format.money(totals[field])}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.quiet}>
        {t('portfolio.counted', { count: totals.with_bac })}
        {totals.without_bac > 0 && ` ${t('portfolio.uncounted', { count: totals.without_bac })}`}
      </p>
    </section>
  );
}

function Card(props: { field: (typeof large)[number]; value: number | null; thresholds: Thresholds }) {
  const { field, value } = props;
  const { of, show } = useIndicators();
  const index = field === 'cpi' || field === 'spi';
  return (
    <div className={classes.card}>
      <dt>
        <Name field={field} />
      </dt>
      <dd>
        <span className={classes.large} data-total={field}>
          {index && <HealthDot health={healthOf(value, props.thresholds)} quiet />}
          {value === null ? none : show(field, value)}
        </span>
        <small>{of(field).name}</small>
      </dd>
    </div>
  );
}

function Small(props: { field: Indicator; value: number | null }) {
  const { show } = useIndicators();
  return (
    <div>
      <dt>
        <Name field={props.field} />
      </dt>
      <dd data-total={props.field}>{show(props.field, props.value)}</dd>
    </div>
  );
}

/** Links to the indicator in the guide. */
function Name({ field }: { field: Indicator }) {
  const { of } = useIndicators();
  const { label, name, text } = of(field);
  return (
    <Link {...guideOf(field)} title={`${name}. ${text}`}>
      {label}
    </Link>
  );
}

/** Rates an index by the server's thresholds. */
export function healthOf(value: number | null, { amber, red }: Thresholds): Health | null {
  if (value === null) return null;
  if (value < red) return 'red';
  return value < amber ? 'amber' : 'good';
}
