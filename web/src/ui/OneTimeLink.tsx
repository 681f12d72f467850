import { Alert, Button, Code, Group, Stack } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useT } from '../i18n';
import { CopyButton } from './CopyButton';

/** Shows a sign-in link, once. */
export function OneTimeLink(props: { link: string; name: string; text?: string; onClose: () => void }) {
  const t = useT();
  return (
    <Stack>
      <Alert color="amber" icon={<IconLink size={18} aria-hidden />} title={t('users.linkTitle', { name: props.name })}>
        {props.text ?? t('users.linkText')}
      </Alert>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {props.link}
      </Code>
      <Group justify="space-between">
        <CopyButton value={props.link} label={t('common.copyLink')} />
        <Button onClick={props.onClose}>{t('common.close')}</Button>
      </Group>
    </Stack>
  );
}
