import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../i18n';

/** What somebody else has saved since editing began. */
export function Theirs(props: { children: ReactNode }) {
  const t = useT();
  return (
    <Alert color="yellow" mb="xs" title={t('common.changedMeanwhile')}>
      {props.children}
    </Alert>
  );
}

/** The fields of a form that somebody else has changed, by their labels; the others are undefined. */
export function TheirFields(props: { fields: Record<string, string | null | undefined> }) {
  const t = useT();
  const changed = Object.entries(props.fields).filter(([, text]) => text !== undefined);
  if (changed.length === 0) return null;
  return (
    <Theirs>
      {changed.map(([label, text]) => (
        <Text key={label} size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          <b>{label}</b>
          {' · '}
          {text || t('common.none')}
        </Text>
      ))}
    </Theirs>
  );
}
