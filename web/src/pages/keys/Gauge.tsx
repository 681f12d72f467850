import { Progress, Text } from '@mantine/core';
import type { KeyUse } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';

/** How much of a quota is used, and when it resets. */
export function Gauge(props: { label: string; use: KeyUse }) {
  const t = useT();
  const format = useFormat();
  const { used, limit, resets_at } = props.use;
  const share = limit === 0 ? 0 : Math.min(1, used / limit);
  const said = t('keys.used', { used, limit });
  return (
    <div>
      <Text size="sm" c="dimmed" component="div">
        {props.label}
      </Text>
      <Text size="sm" component="div" className="figures" mb={4}>
        {said}
      </Text>
      <Progress.Root size="sm">
        <Progress.Section
          value={share * 100}
          color={share >= 1 ? 'red' : share >= 0.8 ? 'amber' : 'indigo'}
          aria-label={`${props.label}: ${said}`}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed" mt={4}>
        {t('keys.resets', { moment: format.dateTime(resets_at) })}
      </Text>
      {share >= 0.8 && (
        <Text size="xs" fw={600} c={share >= 1 ? 'var(--app-red)' : 'var(--app-amber)'}>
          {share >= 1 ? t('keys.allUsed') : t('keys.nearlyUsed')}
        </Text>
      )}
    </div>
  );
}
