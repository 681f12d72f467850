import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useT } from '../../i18n';
import classes from './finance.module.css';
import { dayOf } from './search';

/** AsOf chooses the day that is shown. While a year is being typed nothing is asked. */
export function AsOf(props: { day: string | undefined; today: string | undefined }) {
  const t = useT();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(props.day ?? props.today ?? '');
  useEffect(() => setTyped(props.day ?? props.today ?? ''), [props.day, props.today]);
  const show = (day: string | undefined) =>
    void navigate({ to: '.', search: (old) => ({ ...old, as_of: day === props.today ? undefined : day }) });
  const change = (value: string) => {
    setTyped(value);
    if (dayOf(value) !== undefined && value >= '1970') show(value);
  };
  return (
    <>
      {props.day !== undefined && (
        <Button variant="subtle" onClick={() => show(undefined)}>
          {t('finance.backToToday')}
        </Button>
      )}
      <TextInput
        type="date"
        label={t('finance.asOf')}
        classNames={{ root: classes.asOf }}
        value={typed}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </>
  );
}
