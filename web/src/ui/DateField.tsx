import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLanguage } from '../i18n';

interface Props {
  name: string;
  label: string;
  defaultValue?: string | null;
  min?: string;
  required?: boolean;
  error?: string;
  hint?: string;
  onChange?: (value: string) => void;
}

/** The browser's date field, with the date in words below. */
export function DateField(props: Props) {
  const { language } = useLanguage();
  const [value, setValue] = useState(props.defaultValue ?? '');
  return (
    <TextInput
      type="date"
      name={props.name}
      label={props.label}
      min={props.min}
      required={props.required}
      error={props.error}
      value={value}
      onChange={(event) => {
        setValue(event.currentTarget.value);
        props.onChange?.(event.currentTarget.value);
      }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={value === '' ? props.hint : longDay(value, language)}
    />
  );
}

/** A date in words, with its weekday. */
function longDay(day: string, language: string): string {
  const moment = new Date(`${day}T12:00:00`);
  if (Number.isNaN(moment.getTime())) return '';
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
  return new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(
    moment,
  );
}
