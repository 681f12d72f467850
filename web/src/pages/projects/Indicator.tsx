import { Popover, Text, UnstyledButton } from '@mantine/core';
import { useSession } from '../../api/session';
import type { Health } from '../../api/types.gen';
import { none, useFormat, useT } from '../../i18n';
import { HealthDot } from '../../ui/HealthDot';
import classes from './projects.module.css';

/** CPI or SPI with its rating; clicking explains the figure. */
export function Indicator(props: { kind: 'cpi' | 'spi'; value: number | null; health: Health | null; bare?: boolean }) {
  const t = useT();
  const format = useFormat();
  const figure = props.value === null ? none : format.ratio(props.value);
  return (
    <Popover width={300} withArrow position="bottom-start">
      <Popover.Target>
        <UnstyledButton className={`${classes.indicator} ${classes.above}`}>
          <HealthDot health={props.health} quiet />
          {!props.bare && <span className={classes.quiet}>{t(`projects.${props.kind}`)}</span>}
          <b className="figures">{figure}</b>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Explanation {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Explanation(props: { kind: 'cpi' | 'spi'; value: number | null; health: Health | null }) {
  const t = useT();
  const format = useFormat();
  const { thresholds } = useSession();
  const { kind, value } = props;
  const figures = { one: format.money(1), value: format.perUnit(value ?? 0), percent: format.percent(value ?? 0) };
  return (
    <>
      <Text fw={600} size="sm">
        {t(`projects.${kind}Name`)}
      </Text>
      <Text size="sm" mt={4}>
        {value === null ? t(`projects.${kind}None`) : t(`projects.${kind}Means`, figures)}
      </Text>
      {value !== null && (
        <Text size="sm" mt={8}>
          <HealthDot health={props.health} />
        </Text>
      )}
      <Text size="sm" mt={8} c="dimmed">
        {t('projects.thresholds', {
          amber: format.ratio(thresholds.amber),
          red: format.ratio(thresholds.red),
        })}
      </Text>
    </>
  );
}
