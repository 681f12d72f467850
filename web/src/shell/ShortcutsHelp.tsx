import { Group, Modal, Stack, Switch, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../i18n';
import { Kbd } from '../ui/Kbd';
import { type Shortcut, useRegisteredActions } from './registry';
import { singleKeys, storeSingleKeys } from './shortcuts';

/** Lists the shortcuts available on the current page. */
export function ShortcutsHelp(props: { opened: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('shell.shortcuts')} size="lg">
      <Listing />
    </Modal>
  );
}

function Listing() {
  const t = useT();
  const shortcuts = useRegisteredActions().shortcuts();
  const [on, setOn] = useState(singleKeys);
  return (
    <Stack>
      <Part title={t('shell.groupPage')} shortcuts={shortcuts.filter((shortcut) => !shortcut.everywhere)} />
      <Part title={t('shell.groupEverywhere')} shortcuts={shortcuts.filter((shortcut) => shortcut.everywhere)} />
      <Switch
        label={t('shell.singleKeys')}
        description={t('shell.singleKeysText')}
        checked={on}
        onChange={(event) => {
          storeSingleKeys(event.currentTarget.checked);
          setOn(event.currentTarget.checked);
        }}
      />
    </Stack>
  );
}

function Part(props: { title: string; shortcuts: Shortcut[] }) {
  if (props.shortcuts.length === 0) return null;
  return (
    <div>
      <Title order={3} mb={4}>
        {props.title}
      </Title>
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {props.shortcuts.map((shortcut) => (
            <Table.Tr key={shortcut.keys + shortcut.label}>
              <Table.Td>{shortcut.label}</Table.Td>
              <Table.Td w={160}>
                <Keys keys={shortcut.keys} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Keys(props: { keys: string }) {
  const t = useT();
  const row = props.keys.includes(' ');
  return (
    <Group gap={6} wrap="nowrap">
      {props.keys.split(/[ +]/).map((name, index) => (
        <Group key={name} gap={6} wrap="nowrap">
          {index > 0 && (
            <Text size="xs" c="dimmed">
              {row ? t('shell.andThen') : '+'}
            </Text>
          )}
          <Kbd name={name} />
        </Group>
      ))}
    </Group>
  );
}
