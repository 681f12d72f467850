import { Group, Radio, TextInput } from '@mantine/core';
import { addDays } from '../../../days';
import { useT } from '../../../i18n';
import { endOf, type Term, terms } from '../expiry';

interface Props {
  term: Term;
  date: string;
  today: string;
  /** Offers to keep the key's current expiry. */
  keep?: boolean;
  onChange: (term: Term, date: string) => void;
}

export function ExpiryField(props: Props) {
  const t = useT();
  const wrong = props.date !== '' && endOf('date', props.date, props.today) === undefined;
  const choose = (value: string) => {
    const term = value as Term;
    props.onChange(term, term === 'date' && props.date === '' ? addDays(props.today, 90) : props.date);
  };
  const choices: readonly Term[] = props.keep ? ['keep', ...terms] : terms;
  return (
    <Radio.Group value={props.term} onChange={choose} label={t('keys.when')} description={t('keys.whenHint')}>
      <Group mt="xs" gap="md">
        {choices.map((term) => (
          <Radio key={term} value={term} label={t(`keys.term_${term}`)} />
        ))}
      </Group>
      {props.term === 'date' && (
        <TextInput
          mt="sm"
          maw={220}
          type="date"
          label={t('keys.lastDay')}
          min={props.today}
          value={props.date}
          error={wrong && t('keys.lastDayWrong')}
          onChange={(event) => props.onChange('date', event.currentTarget.value)}
        />
      )}
    </Radio.Group>
  );
}
