import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { deleteExchangeRate, useRefreshCurrencies } from '../../api/currencies';
import type { Currencies, ExchangeRate } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { useNotify } from '../../ui/notify';
import { Section } from '../../ui/Section';
import { AddExchangeRate } from './AddExchangeRate';

/** The rates that administrators have entered, the latest first. */
export function ExchangeRates({ held }: { held: Currencies }) {
  const t = useT();
  return (
    <Section title={t('currencies.rates')} text={t('currencies.ratesText')}>
      {held.rates.length === 0 ? <Text>{t('currencies.none')}</Text> : <Rates rates={held.rates} />}
      {held.more && (
        <Text size="sm" c="dimmed">
          {t('currencies.more')}
        </Text>
      )}
      <AddExchangeRate key={held.currency} into={held.currency} />
    </Section>
  );
}

function Rates({ rates }: { rates: ExchangeRate[] }) {
  const t = useT();
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table verticalSpacing="xs" className="figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('currencies.rate')}</Table.Th>
            <Table.Th scope="col">{t('currencies.fromDay')}</Table.Th>
            <Table.Th scope="col">{t('currencies.enteredBy')}</Table.Th>
            <Table.Th scope="col">
              <VisuallyHidden>{t('settings.actions')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rates.map((rate) => (
            <Row key={rate.id} rate={rate} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Row({ rate }: { rate: ExchangeRate }) {
  const t = useT();
  const format = useFormat();
  const refresh = useRefreshCurrencies();
  const notify = useNotify();
  const deleting = useMutation({
    mutationFn: () => deleteExchangeRate(rate.id),
    onSuccess: refresh,
    onError: (error) => notify.failed(error),
  });
  const text = t('currencies.oneIs', { ...rate, rate: format.number(rate.rate, 9) });
  const day = format.date(rate.from_day);
  return (
    <Table.Tr>
      <Table.Th scope="row">{text}</Table.Th>
      <Table.Td>{day}</Table.Td>
      <Table.Td>{rate.entered_by}</Table.Td>
      <Table.Td ta="right">
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          loading={deleting.isPending}
          aria-label={t('currencies.deleteOf', { rate: text, day })}
          onClick={() => deleting.mutate()}
        >
          {t('common.delete')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
