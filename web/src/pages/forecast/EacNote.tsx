import { Text } from '@mantine/core';
import type { Finance, Forecast } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';

/** Why EAC and the cost forecast differ. Shows nothing if they do not, or if the reader cannot see cost. */
export function EacNote({ finance, forecast }: { finance: Finance; forecast: Forecast }) {
  const t = useT();
  const format = useFormat();
  const [eac, cost] = [finance.eac, forecast.cost?.p50 ?? null];
  if (eac === null || cost === null || format.money(eac) === format.money(cost)) return null;
  return (
    <Text size="sm" data-testid="eac-note">
      {t('forecast.eacDiffers', { eac: format.money(eac), cost: format.money(cost) })}
    </Text>
  );
}
