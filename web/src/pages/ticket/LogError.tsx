import { Text } from '@mantine/core';
import { hasCode } from '../../api/http';
import { useWords } from '../../i18n/words';

export function LogError(props: { error: unknown }) {
  const words = useWords();
  if (!hasCode(props.error, 'invalid')) return null;
  return (
    <Text size="xs" c="var(--mantine-color-error)" role="alert" w="100%">
      {words.error(props.error)}
    </Text>
  );
}
