import { Box, Progress, Text } from '@mantine/core';
import type { KeyUse } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';

interface Props {
  label: string;
  use: KeyUse;
  /** Omits the label, for a table whose column already has it. */
  compact?: boolean;
}

/** How much of a quota is used, and when it resets. */
export function Gauge({ label, compact, use }: Props) {
  const t = useT();
  const format = useFormat();
  const { used, limit, resets_at } = use;
  const share = limit === 0 ? 0 : Math.min(1, used / limit);
  const said = t('keys.used', { used, limit });
  return (
    <Box miw={compact ? '6.5rem' : undefined}>
      {!compact && (
        <Text size="sm" c="dimmed" component="div">
          {label}
        </Text>
      )}
      <Text size="sm" component="div" className="figures">
        {said}
        {compact && share >= 1 && (
          <Text span size="xs" fw={600} c="var(--app-red)" ml={6}>
            {t('quotas.full')}
          </Text>
        )}
      </Text>
      <Progress.Root size="sm" my={4}>
        <Progress.Section
          value={share * 100}
          color={share >= 1 ? 'red' : share >= 0.8 ? 'amber' : 'indigo'}
          aria-label={`${label}: ${said}`}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed">
        {t('keys.resets', { moment: format.dateTime(resets_at) })}
      </Text>
      {!compact && share >= 0.8 && (
        <Text size="xs" fw={600} c={share >= 1 ? 'var(--app-red)' : 'var(--app-amber)'}>
          {share >= 1 ? t('keys.allUsed') : t('keys.nearlyUsed')}
        </Text>
      )}
    </Box>
  );
}
