import { Progress, Text } from '@mantine/core';
import type { KeyUse } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import classes from './quotas.module.css';

export function UseBar(props: { label: string; use: KeyUse }) {
  const t = useT();
  const format = useFormat();
  const { used, limit, resets_at } = props.use;
  const share = limit === 0 ? 0 : Math.min(1, used / limit);
  const said = t('keys.used', { used, limit });
  return (
    <div className={classes.use}>
      <Text size="sm" component="div" className="figures">
        {said}
        {share >= 1 && (
          <Text span size="xs" fw={600} c="var(--app-red)" ml={6}>
            {t('quotas.full')}
          </Text>
        )}
      </Text>
      <Progress.Root size="sm" my={4}>
        <Progress.Section
          value={share * 100}
          color={share >= 1 ? 'red' : share >= 0.8 ? 'amber' : 'indigo'}
          aria-label={`${props.label}: ${said}`}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed">
        {t('keys.resets', { moment: format.dateTime(resets_at) })}
      </Text>
    </div>
  );
}
