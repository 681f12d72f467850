import { Alert, Button, Group } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useT } from '../i18n';

const Compare = lazy(() => import('./Compare').then(({ Compare }) => ({ default: Compare })));

/** A text in the version that somebody else has saved since editing began, and in the reader's own. */
export interface Versions {
  /** The name of the field, where a form has several. */
  label?: string;
  theirs: string;
  mine: string;
}

interface Props {
  fields: Versions[];
  /** If omitted, the button submits the surrounding form. */
  onKeepMine?: () => void;
  onTakeTheirs: () => void;
  /** Edits one of the versions further; omit these where the fields are at hand. */
  onEditMine?: () => void;
  onEditTheirs?: () => void;
  busy?: boolean;
}

/** Shows what two people have changed at the same time, in both versions side by side, and lets the reader decide. Shows nothing without fields. */
export function Clash({ fields, busy, ...on }: Props) {
  const t = useT();
  if (fields.length === 0) return null;
  return (
    <Alert color="amber" mb="xs" title={t('common.changedMeanwhile')}>
      <Suspense fallback={fields.map(({ theirs }) => theirs).join('\n')}>
        {fields.map((field) => (
          <Compare key={field.label} {...field} />
        ))}
      </Suspense>
      <Group gap="xs">
        <Button size="xs" type={on.onKeepMine ? 'button' : 'submit'} loading={busy} onClick={on.onKeepMine}>
          {t('common.keepMine')}
        </Button>
        <Button size="xs" variant="default" onClick={on.onTakeTheirs}>
          {t('common.takeTheirs')}
        </Button>
        {on.onEditMine && (
          <Button size="xs" variant="default" onClick={on.onEditMine}>
            {t('common.editMine')}
          </Button>
        )}
        {on.onEditTheirs && (
          <Button size="xs" variant="default" onClick={on.onEditTheirs}>
            {t('common.editTheirs')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

interface FormProps<T> {
  /** The fields that clash. */
  over: { theirs: Partial<T>; mine: Partial<T>; take: () => void };
  /** The values of fields by their labels; those that are missing are undefined. */
  describe: (part: Partial<T>) => Record<string, string | null | undefined>;
  onKeepMine?: () => void;
  busy?: boolean;
}

/** A clash of some fields of a form, which stay at hand below it. */
export function FormClash<T>({ over, describe, ...on }: FormProps<T>) {
  const t = useT();
  const mine = describe(over.mine);
  const fields = Object.entries(describe(over.theirs))
    .filter(([, theirs]) => theirs !== undefined)
    .map(([label, theirs]) => ({ label, theirs: theirs || t('common.none'), mine: mine[label] || t('common.none') }));
  return <Clash fields={fields} onTakeTheirs={over.take} {...on} />;
}
