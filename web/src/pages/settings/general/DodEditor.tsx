import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useT } from '../../../i18n';
import { SortList } from '../../../ui/SortList';
import classes from './DodEditor.module.css';

const most = 200;

/** Edits the Definition of Done, line by line. */
export function DodEditor(props: { value: string[]; may: boolean; onChange: (lines: string[]) => void }) {
  const t = useT();
  const { value, may, onChange } = props;
  // Lines may repeat, so a row's id is its text plus the number of earlier duplicates.
  const ids = value.map((line, at) => `${value.slice(0, at).filter((other) => other === line).length}:${line}`);
  return (
    <div>
      {value.length === 0 && <Text c="dimmed">{t('settings.dodEmpty')}</Text>}
      <SortList
        label={t('settings.dod')}
        items={value.map((line, at) => ({
          id: ids[at] ?? line,
          name: line,
          content: (
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <span className={classes.line}>{line}</span>
              {may && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('settings.dodRemove', { line })}
                  onClick={() => onChange(value.filter((_, other) => other !== at))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              )}
            </Group>
          ),
        }))}
        onOrder={may ? (order) => onChange(order.map((id) => value[ids.indexOf(id)] ?? '')) : undefined}
      />
      {may && value.length < most && <AddLine onAdd={(line) => onChange([...value, line])} />}
    </div>
  );
}

/** Not a form, because the surrounding form saves everything together. */
function AddLine(props: { onAdd: (line: string) => void }) {
  const t = useT();
  const [line, setLine] = useState('');
  const add = () => {
    if (line.trim() === '') return;
    props.onAdd(line.trim());
    setLine('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <div className={classes.add}>
      <TextInput
        className={classes.field}
        aria-label={t('settings.dodAdd')}
        placeholder={t('settings.dodAdd')}
        maxLength={1000}
        value={line}
        onKeyDown={onKeyDown}
        onChange={(event) => setLine(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={line.trim() === ''}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={add}
      >
        {t('common.add')}
      </Button>
    </div>
  );
}
