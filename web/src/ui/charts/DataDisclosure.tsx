import { Button, Collapse, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../i18n';
import classes from './charts.module.css';
import type { FileCell } from './csv';
import { useSaveTable } from './useSaveTable';

interface Props {
  name: string;
  file: () => readonly (readonly FileCell[])[];
  table: () => ReactNode;
}

/** Buttons that show a chart's data as a table and download it. */
export function DataDisclosure({ name, file, table }: Props) {
  const t = useT();
  const [opened, { toggle }] = useDisclosure(false);
  const save = useSaveTable();
  const shared = { size: 'compact-sm', variant: 'subtle' } as const;
  return (
    <>
      <Group gap="xs" mt="xs" className={classes.actions}>
        <Button {...shared} leftSection={<IconTable size={16} aria-hidden />} aria-expanded={opened} onClick={toggle}>
          {opened ? t('charts.hideTable') : t('charts.showTable')}
        </Button>
        <Button {...shared} leftSection={<IconDownload size={16} aria-hidden />} onClick={() => save(name, file())}>
          {t('charts.csv')}
        </Button>
      </Group>
      <Collapse expanded={opened}>{opened && table()}</Collapse>
    </>
  );
}
