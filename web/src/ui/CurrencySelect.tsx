import type { SelectProps } from '@mantine/core';
import { useFormat, useT } from '../i18n';
import { currencies } from '../i18n/currencies';
import { Select } from './Select';

/** A choice among all currencies, found by typing a part of the code or the name. */
export function CurrencySelect(props: Omit<SelectProps, 'data' | 'searchable'>) {
  const t = useT();
  const { currencyName } = useFormat();
  return (
    <Select
      {...props}
      searchable
      data={currencies.map((code) => ({ value: code, label: currencyName(code) }))}
      nothingFoundMessage={t('common.noChoice')}
      limit={200}
    />
  );
}
