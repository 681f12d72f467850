import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useT } from '../i18n';
import { putOnClipboard } from './clipboard';

/** `label` names what is copied. */
export function CopyButton(props: { value: string; label?: string; compact?: boolean; onCopy?: () => void }) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const label = copied ? t('common.copied') : (props.label ?? t('common.copy'));
  const Sign = copied ? IconCheck : IconCopy;
  const copy = () => {
    void putOnClipboard(props.value).then(setCopied);
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
