import { Button, NumberInput, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { addExchangeRate, useRefreshCurrencies } from '../../api/currencies';
import { useSession } from '../../api/session';
import { useT } from '../../i18n';
import { CurrencySelect } from '../../ui/CurrencySelect';
import { DateField } from '../../ui/DateField';
import { FormError, useForm } from '../../ui/form';
import { useNumberSeparators } from '../../ui/useNumberSeparators';

const fields = ['from', 'to', 'rate', 'from_day'] as const;

/** Adds a rate to the currency of the instance, unless another one is chosen. */
export function AddExchangeRate({ into }: { into: string | null }) {
  const t = useT();
  const { today } = useSession();
  const figures = useNumberSeparators();
  const refresh = useRefreshCurrencies();
  const [rate, setRate] = useState<number | string>('');
  const form = useForm({
    fields,
    needed: fields,
    send: ({ from = '', to = '', from_day = '' }) => addExchangeRate({ from, to, from_day, rate: Number(rate) }),
    onDone: () => {
      void refresh();
      setRate('');
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
          <CurrencySelect name="from" label={t('currencies.from')} error={form.errorAt('from')} />
          <CurrencySelect name="to" label={t('currencies.to')} defaultValue={into} error={form.errorAt('to')} />
          <NumberInput
            name="rate"
            label={t('currencies.rate')}
            min={0}
            decimalScale={9}
            hideControls
            {...figures}
            value={rate}
            onChange={setRate}
            error={form.errorAt('rate')}
          />
          <DateField
            name="from_day"
            label={t('currencies.fromDay')}
            defaultValue={today}
            error={form.errorAt('from_day')}
          />
        </SimpleGrid>
        <FormError error={form.error} />
        <Button type="submit" variant="default" loading={form.busy} style={{ alignSelf: 'flex-start' }}>
          {t('currencies.add')}
        </Button>
      </Stack>
    </form>
  );
}
