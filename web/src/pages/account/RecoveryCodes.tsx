import { Alert, Button, Code, Group, SimpleGrid, Stack } from '@mantine/core';
import { IconDownload, IconKey } from '@tabler/icons-react';
import { useT } from '../../i18n';
import { CopyButton } from '../../ui/CopyButton';

/** Shows the recovery codes, once. */
export function RecoveryCodes(props: { codes: string[]; onClose: () => void }) {
  const t = useT();
  const text = `${props.codes.join('\n')}\n`;
  return (
    <Stack>
      <Alert color="amber" icon={<IconKey size={18} aria-hidden />} title={t('account.codesTitle')}>
        {t('account.codesText')}
      </Alert>
      <SimpleGrid
        cols={2}
        spacing="xs"
        component="ul"
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
        aria-label={t('account.codes')}
      >
        {props.codes.map((code) => (
          <li key={code}>
            <Code block fz="sm" ta="center">
              {code}
            </Code>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <CopyButton value={text} />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => download('earnest-recovery-codes.txt', text)}
          >
            {t('common.download')}
          </Button>
        </Group>
        <Button onClick={props.onClose}>{t('account.codesKept')}</Button>
      </Group>
    </Stack>
  );
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
