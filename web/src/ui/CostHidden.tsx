import { Text } from '@mantine/core';
import { useT } from '../i18n';

/** Tells readers that the cost is hidden and what they see instead. Use once per page. */
export function CostHidden() {
  const t = useT();
  return (
    <Text size="sm" c="dimmed" data-testid="cost-hidden">
      {t('words.costHidden')}
    </Text>
  );
}
