import { TextInput } from '@mantine/core';
import { hasCode } from '../../../api/http';
import { useFormat, useT } from '../../../i18n';
import { useWords } from '../../../i18n/words';
import { projectKeyForm } from '../../../ticketKeys';

interface Props {
  value: string;
  /** Earlier keys, which still work. */
  old: string[];
  may: boolean;
  /** Why the last attempt to save failed. */
  error: unknown;
  onChange: (key: string) => void;
}

/** The key of the project, with which the keys of its tickets begin. */
export function KeyField({ value, old, may, error, onChange }: Props) {
  const t = useT();
  const words = useWords();
  const format = useFormat();
  const refused = hasCode(error, 'invalid') && ['key', 'limit_old_keys'].includes(error.field ?? '');
  const hint = [t('settings.keyText', { example: `${value || 'TIC'}-42` })];
  if (may) hint.push(t('settings.keyRule'));
  if (old.length > 0) hint.push(t('settings.oldKeys', { keys: format.list(old) }));
  return (
    <TextInput
      label={t('settings.key')}
      description={hint.join(' ')}
      value={value}
      maxLength={10}
      autoComplete="off"
      spellCheck={false}
      readOnly={!may}
      error={projectKeyForm.test(value) ? refused && words.error(error) : t('settings.needKey')}
      onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
    />
  );
}
