import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useT } from '../i18n';

/** Pages through a list; hidden if everything fits on one page. */
export function Pager(props: { offset: number; perPage: number; total: number; onChange: (offset: number) => void }) {
  const t = useT();
  const { offset, perPage, total, onChange } = props;
  if (total <= perPage && offset === 0) return null;
  return (
    <Group justify="space-between" mt="sm" component="nav" aria-label={t('users.pages')}>
      <Text size="sm" c="dimmed" className="figures" role="status">
        {t('users.part', { first: Math.min(offset + 1, total), last: Math.min(offset + perPage, total), total })}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          disabled={offset === 0}
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          onClick={() => onChange(Math.max(0, offset - perPage))}
        >
          {t('users.previous')}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={offset + perPage >= total}
          rightSection={<IconChevronRight size={16} aria-hidden />}
          onClick={() => onChange(offset + perPage)}
        >
          {t('common.next')}
        </Button>
      </Group>
    </Group>
  );
}
