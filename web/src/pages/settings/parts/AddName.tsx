import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useT } from '../../../i18n';
import classes from './AddName.module.css';

/** Adds an item by name, and stays ready for the next one. */
export function AddName(props: { label: string; busy: boolean; maxLength?: number; onAdd: (name: string) => void }) {
  const t = useT();
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || props.busy) return;
    props.onAdd(name.trim());
    setName('');
  };
  return (
    <form onSubmit={submit} className={classes.row}>
      <TextInput
        className={classes.field}
        aria-label={props.label}
        placeholder={props.label}
        value={name}
        maxLength={props.maxLength ?? 80}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        loading={props.busy}
        disabled={name.trim() === ''}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t('common.add')}
      </Button>
    </form>
  );
}
