import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useT } from '../../../i18n';
import { entriesIn, isAddress } from '../addresses';
import classes from './form.module.css';

interface Props {
  value: string[];
  /** The reader's own IP address; empty if unknown. */
  mine: string;
  onChange: (entries: string[]) => void;
}

/** The IP addresses a key may be used from. */
export function AddressField(props: Props) {
  const t = useT();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const add = (entries: string[]) => {
    const bad = entries.find((entry) => !isAddress(entry));
    setWrong(bad ?? null);
    if (bad !== undefined || entries.length === 0) return;
    setText('');
    props.onChange([...new Set([...props.value, ...entries])]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add(entriesIn(text));
  };
  return (
    <div>
      <TextInput
        label={t('keys.where')}
        description={t('keys.whereHint')}
        placeholder={t('keys.addressExample')}
        value={text}
        error={wrong !== null && t('keys.addressWrong', { entry: wrong })}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setWrong(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => add(entriesIn(text))}
        autoComplete="off"
        spellCheck={false}
        rightSection={
          <ActionIcon variant="subtle" aria-label={t('keys.addAddress')} onClick={() => add(entriesIn(text))}>
            <IconPlus size={18} aria-hidden />
          </ActionIcon>
        }
      />
      {props.mine !== '' && !props.value.includes(props.mine) && (
        <Button mt="xs" size="compact-sm" variant="light" onClick={() => add([props.mine])}>
          {t('keys.addMine', { address: props.mine })}
        </Button>
      )}
      <Entries value={props.value} onChange={props.onChange} />
    </div>
  );
}

function Entries(props: Pick<Props, 'value' | 'onChange'>) {
  const t = useT();
  if (props.value.length === 0) return null;
  return (
    <ul className={classes.entries} aria-label={t('keys.addressList')}>
      {props.value.map((entry) => (
        <li key={entry}>
          <Group gap={2} wrap="nowrap" className={classes.entry}>
            <code>{entry}</code>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={t('keys.removeAddress', { entry })}
              onClick={() => props.onChange(props.value.filter((other) => other !== entry))}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
          </Group>
        </li>
      ))}
    </ul>
  );
}
