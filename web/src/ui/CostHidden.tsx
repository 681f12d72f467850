import { Text } from '@mantine/core';
import { useT } from '../i18n';

/** CostHidden tells a reader who may not know the cost of a project what they see instead. A page says it once. */
export function CostHidden() {
  const t = useT();
  return (
    <Text size="sm" c="dimmed" data-testid="cost-hidden">
      {t('words.costHidden')}
    </Text>
  );
}
