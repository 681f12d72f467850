import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Forecast, Outlook } from '../../api/types.gen';
import { none, type Translate, useFormat, useT } from '../../i18n';
import { Section } from '../../ui/Section';
import classes from './forecast.module.css';
import { whyForecast } from './rows';

/** The current forecast: three dates, and three costs if the reader can see them, each explained. */
export function CurrentForecast({ present, seesCost }: { present: Outlook; seesCost: boolean }) {
  const t = useT();
  const format = useFormat();
  const { forecast } = present;
  const text =
    forecast.state === 'forecast'
      ? t(seesCost ? 'forecast.presentText' : 'forecast.presentTextPlain', {
          points: t('words.points', { count: Number(forecast.remaining_sp.toFixed(2)) }),
          trials: format.number(forecast.trials),
          sprints: forecast.sprints_used,
        }) + rhythmOf(forecast, t)
      : t(whyForecast(present), { sprints: forecast.sprints_used });
  return (
    <Section title={t('forecast.present')} text={text}>
      {forecast.state === 'forecast' && (
        <dl className={classes.shares}>
          {(['p50', 'p80', 'p95'] as const).map((share) => (
            <Share key={share} share={share} forecast={forecast} seesCost={seesCost} />
          ))}
        </dl>
      )}
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/guide/$page" params={{ page: 'forecast' }} />}>
        {t('forecast.guide')}
      </Anchor>
    </Section>
  );
}

/** The team's rhythm as a further sentence. */
const rhythmOf = ({ rhythm }: Forecast, t: Translate): string =>
  rhythm === null ? '' : ` ${t('forecast.rhythm', { days: t('forecast.days', { count: rhythm }) })}`;

function Share({ share, forecast, seesCost }: { share: 'p50' | 'p80' | 'p95'; forecast: Forecast; seesCost: boolean }) {
  const t = useT();
  const format = useFormat();
  const finish = forecast.finish?.[share] ?? null;
  const cost = forecast.cost?.[share] ?? null;
  return (
    <div>
      <dt>{t(`forecast.${share}`)}</dt>
      <dd>
        <span className={classes.figure}>
          <small>{t('forecast.finish')}</small>
          <b className="figures" data-finish={share}>
            {finish === null ? none : format.date(finish)}
          </b>
          {finish === null && <small>{t('forecast.tooFar')}</small>}
        </span>
        {seesCost && (
          <span className={classes.figure}>
            <small>{t('forecast.cost')}</small>
            <b className="figures" data-cost={share}>
              {cost === null ? none : format.money(cost)}
            </b>
            {cost === null && finish !== null && <small>{t('forecast.noCost')}</small>}
          </span>
        )}
        <Text size="sm" c="dimmed">
          {t(`forecast.${share}_text`)}
        </Text>
      </dd>
    </div>
  );
}
