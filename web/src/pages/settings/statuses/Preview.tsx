import { Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import type { FrameStatus } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { statusColours } from '../../../ui/StatusBadge';
import classes from './statuses.module.css';

/** A status in both colour schemes. */
export function Preview(props: { status: Pick<FrameStatus, 'key' | 'label' | 'color' | 'bg_color'> }) {
  const t = useT();
  const label = props.status.label.trim() || t('settings.statusLabel');
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {t('settings.preview')}
      </Text>
      <div className={classes.previews}>
        {(['light', 'dark'] as const).map((scheme) => {
          const { ground, ink } = statusColours(props.status, scheme);
          return (
            <div key={scheme} className={classes[scheme]}>
              <span className={classes.badge} style={{ '--ground': ground, '--ink': ink } as CSSProperties}>
                {label}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
