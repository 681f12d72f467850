import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useT } from '../../i18n';
import { DayField } from '../../ui/DayField';
import classes from './finance.module.css';

export function AsOf(props: { day: string | undefined; today: string | undefined }) {
  const t = useT();
  const navigate = useNavigate();
  const show = (day: string | undefined) =>
    void navigate({
      to: '.',
      search: (old) => ({ ...old, as_of: day === props.today ? undefined : day }),
      replace: true,
    });
  return (
    <>
      {props.day !== undefined && (
        <Button variant="subtle" onClick={() => show(undefined)}>
          {t('finance.backToToday')}
        </Button>
      )}
      <DayField
        label={t('finance.asOf')}
        classNames={{ root: classes.asOf }}
        value={props.day ?? props.today}
        onDay={show}
      />
    </>
  );
}
