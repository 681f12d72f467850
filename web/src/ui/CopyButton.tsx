import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useT } from '../i18n';

/** CopyButton puts a text on the clipboard and says so. `label` names what is copied. */
export function CopyButton(props: { value: string; label?: string; compact?: boolean; onCopy?: () => void }) {
  const t = useT();
  const clipboard = useClipboard({ timeout: 2000 });
  const label = clipboard.copied ? t('common.copied') : (props.label ?? t('common.copy'));
  const Sign = clipboard.copied ? IconCheck : IconCopy;
  const copy = () => {
    clipboard.copy(props.value);
    props.onCopy?.();
  };
  if (props.compact) {
    return (
      <Tooltip label={label}>
        <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={copy}>
          <Sign size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    );
  }
  return (
    <Button variant="default" leftSection={<Sign size={16} aria-hidden />} onClick={copy}>
      {label}
    </Button>
  );
}
