import { Button, Group, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useT } from '../i18n';

interface Props {
  /** What the draft is of, for those who do not see where it is. */
  label: string;
  onContinue: () => void;
  onDiscard: () => void;
}

/** Unsaved text whose editor is closed. Only Discard throws it away. */
export function ParkedDraft(props: Props) {
  const t = useT();
  return (
    <Group gap="xs" my={4} role="group" aria-label={t('common.draftOf', { what: props.label })}>
      <IconPencil size={15} aria-hidden />
      <Text size="sm" fw={600}>
        {t('common.draft')}
      </Text>
      <Button size="compact-xs" variant="light" onClick={props.onContinue}>
        {t('common.draftContinue')}
      </Button>
      <Button size="compact-xs" variant="subtle" color="red" onClick={props.onDiscard}>
        {t('common.draftDiscard')}
      </Button>
    </Group>
  );
}
