import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { InstanceHealth } from '../../api/types.gen';
import { useFormat, useLanguage, useT } from '../../i18n';
import { bytesText } from '../../ui/bytes';

/** Says that all is well, or what is wrong and how to fix it. */
export function Verdict({ health }: { health: InstanceHealth }) {
  const t = useT();
  const format = useFormat();
  const { language } = useLanguage();
  const values = {
    count: health.behind,
    ms: format.number(health.database.latency_ms, 0),
    free: bytesText(health.disk?.free ?? 0, language),
  };
  const found = [...new Set(health.problems)];
  return (
    <Stack gap="sm" role="status">
      {found.length === 0 && (
        <Alert color="green" icon={<IconCircleCheck size={18} aria-hidden />} title={t('health.well')}>
          <Text size="sm">{t('health.wellText')}</Text>
        </Alert>
      )}
      {found.map((problem) => (
        <Alert
          key={problem}
          color={problem === 'disk_low' ? 'red' : 'amber'}
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={t(`health.problem_${problem}`, values)}
        >
          <Text size="sm">{t(`health.advice_${problem}`)}</Text>
        </Alert>
      ))}
    </Stack>
  );
}
