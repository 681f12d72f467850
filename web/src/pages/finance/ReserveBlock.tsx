import { Text } from '@mantine/core';
import type { FinancePage } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { showValue } from '../../ui/indicators';
import { Section } from '../../ui/Section';
import classes from './finance.module.css';
import { reserveOf } from './summary';

export function ReserveBlock({ page }: { page: FinancePage }) {
  const t = useT();
  const format = useFormat();
  const { reserve } = page;
  const { contingency_amount: amount, used, foreseen } = reserve;
  const text = t(`finance.reserve_${reserveOf(page)}`, {
    amount: showValue(format, 'money', amount),
    pct: showValue(format, 'percent', reserve.contingency_pct),
    used: showValue(format, 'money', used),
    foreseen: showValue(format, 'money', foreseen),
  });
  return (
    <Section title={t('finance.reserve')}>
      <Text>{text}</Text>
      {amount !== null && amount > 0 && used !== null && (
        <Gauge
          lines={[
            { key: 'kept', name: t('finance.reserveKept'), value: amount },
            { key: 'used', name: t('finance.reserveUsed'), value: used },
            ...(foreseen === null ? [] : [{ key: 'foreseen', name: t('finance.reserveForeseen'), value: foreseen }]),
          ]}
        />
      )}
    </Section>
  );
}

function Gauge({ lines }: { lines: { key: string; name: string; value: number }[] }) {
  const format = useFormat();
  const most = Math.max(...lines.map((line) => line.value));
  return (
    <dl className={classes.gauge}>
      {lines.map((line) => (
        <div key={line.key}>
          <dt>{line.name}</dt>
          <dd>
            <span
              className={`${classes.level} ${classes[line.key] ?? ''}`}
              style={{ width: `${(line.value / most) * 100}%` }}
            />
            <b className="figures" data-reserve={line.key}>
              {format.money(line.value)}
            </b>
          </dd>
        </div>
      ))}
    </dl>
  );
}
