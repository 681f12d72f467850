import { useMutation } from '@tanstack/react-query';
import { setCurrency, useRefreshCurrencies } from '../../api/currencies';
import { useT } from '../../i18n';
import { CurrencySelect } from '../../ui/CurrencySelect';
import { useNotify } from '../../ui/notify';
import { Section } from '../../ui/Section';

/** A choice is saved at once. */
export function DefaultCurrency({ currency }: { currency: string | null }) {
  const t = useT();
  const refresh = useRefreshCurrencies();
  const notify = useNotify();
  const saving = useMutation({
    mutationFn: setCurrency,
    onSuccess: async () => {
      await refresh();
      notify.done(t('common.saved'));
    },
    onError: (error) => notify.failed(error),
  });
  return (
    <Section title={t('currencies.default')} text={t('currencies.defaultText')}>
      <CurrencySelect
        aria-label={t('currencies.default')}
        placeholder={t('settings.currencyNone')}
        clearable
        maw={360}
        value={saving.isPending ? saving.variables : currency}
        onChange={(chosen) => saving.mutate(chosen)}
      />
    </Section>
  );
}
