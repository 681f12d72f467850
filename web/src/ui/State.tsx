// Empty, error and loading states.
import { Button, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { type Icon, IconAlertTriangle, IconMoodEmpty } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../i18n';
import { useWords } from '../i18n/words';

/** Explains what is missing, why, and what to do next. Use order 1 if it is the whole page. */
export function EmptyState(props: {
  icon?: Icon;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  order?: 1 | 2;
}) {
  const Sign = props.icon ?? IconMoodEmpty;
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon size={48} radius="xl" variant="light" color="gray" aria-hidden>
        <Sign size={24} stroke={1.6} />
      </ThemeIcon>
      <Title order={props.order ?? 2}>{props.title}</Title>
      {props.text !== undefined && (
        <Text c="dimmed" maw={480}>
          {props.text}
        </Text>
      )}
      {props.action}
    </Stack>
  );
}

export function ErrorState(props: { error: unknown; onRetry?: () => void; order?: 1 | 2 }) {
  const t = useT();
  const words = useWords();
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center" role="alert">
      <ThemeIcon size={48} radius="xl" variant="light" color="red" aria-hidden>
        <IconAlertTriangle size={24} stroke={1.6} />
      </ThemeIcon>
      <Title order={props.order ?? 2}>{t('common.errorTitle')}</Title>
      <Text c="dimmed" maw={480}>
        {words.error(props.error)}
      </Text>
      {props.onRetry && (
        <Button mt="xs" variant="default" onClick={props.onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </Stack>
  );
}

/** A skeleton in roughly the shape of the content. */
export function Loading(props: { rows?: number; height?: number }) {
  const t = useT();
  const rows = Array.from({ length: props.rows ?? 4 }, (_, row) => `row ${row}`);
  return (
    <Stack gap="sm" role="status" aria-label={t('common.loading')}>
      {rows.map((row) => (
        <Skeleton key={row} height={props.height ?? 56} radius="md" />
      ))}
    </Stack>
  );
}
