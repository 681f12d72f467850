import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useFormat, useT } from '../../../i18n';
import { contrast } from '../../../ui/colour';

/** WCAG 2.1 AA minimum contrast for text. */
const minContrast = 4.5;

/** The contrast ratio of two colours and whether it is enough; `quiet` shows only problems. */
export function Contrast(props: { color: string; ground: string; quiet?: boolean }) {
  const t = useT();
  const format = useFormat();
  const ratio = contrast(props.color, props.ground);
  const good = ratio >= minContrast;
  // Round down, so that 4.49 is not shown as 4.5.
  const shown = format.number(Math.floor(ratio * 10) / 10, 1);
  const Sign = good ? IconCheck : IconAlertTriangle;
  return (
    <div>
      <Group gap={4} wrap="nowrap" c={good ? 'dimmed' : 'var(--app-amber)'}>
        <Sign size={16} aria-hidden />
        <Text size="sm" className="figures" role={props.quiet ? undefined : 'status'}>
          {t(good ? 'settings.contrastGood' : 'settings.contrastLow', { ratio: shown })}
        </Text>
      </Group>
      {!good && !props.quiet && (
        <Text size="sm" mt={4}>
          {t('settings.contrastText')}
        </Text>
      )}
    </div>
  );
}
