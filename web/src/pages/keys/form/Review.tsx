import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { KeyList } from '../../../api/types.gen';
import { useFormat, useT } from '../../../i18n';
import { covers } from '../addresses';
import type { Draft } from '../draft';
import { endOf } from '../expiry';
import { accessibleResources } from '../scopes';
import { useScopeWords } from '../useScopeWords';
import classes from './form.module.css';

type Given = Pick<KeyList, 'scopes' | 'limits' | 'address'>;

/** Describes the key before it is created. */
export function Review(props: { draft: Draft; given: Given; today: string }) {
  const t = useT();
  const format = useFormat();
  const words = useScopeWords();
  const { draft, given } = props;
  const end = endOf(draft.term, draft.date, props.today);
  const name = draft.name.trim();
  return (
    <Stack gap="xs">
      <Text component="p" m={0}>
        {name === '' ? t('keys.reviewNameless') : t.rich('keys.reviewName', { name: <b key="name">{name}</b> })}{' '}
        {end === null && t('keys.reviewForever')}
        {typeof end === 'string' && t('keys.reviewUntil', { date: format.date(end) })}{' '}
        {draft.ips.length === 0 ? t('keys.reviewAnywhere') : t('keys.reviewFrom', { list: format.list(draft.ips) })}{' '}
        {t('keys.reviewLimits', { ...given.limits })}
      </Text>
      {draft.scopes.length > 0 && (
        <ul className={classes.reach}>
          {words.full(draft.scopes, given.scopes).map((phrase) => (
            <li key={phrase}>{phrase}</li>
          ))}
        </ul>
      )}
      <Warnings {...props} />
    </Stack>
  );
}

/** Resources the key can write but not read. */
function writeOnlyResources(draft: Draft, all: readonly string[]): string[] {
  const writes = accessibleResources(draft.scopes, all, 'write');
  const names = writes === 'all' ? all.filter((s) => s.endsWith(':write')).map((s) => s.split(':')[0] ?? '') : writes;
  return names.filter((name) => !draft.scopes.includes(`${name}:read`));
}

function Warnings(props: { draft: Draft; given: Given }) {
  const t = useT();
  const format = useFormat();
  const words = useScopeWords();
  const { draft, given } = props;
  const unread = writeOnlyResources(draft, given.scopes).map((name) => words.resource(name).toLocaleLowerCase());
  const list = [
    draft.term === 'never' && t('keys.reviewForeverWarn'),
    !covers(draft.ips, given.address) && t('keys.reviewAway', { address: given.address }),
    unread.length > 0 && t('keys.reviewWriteOnly', { list: format.list(unread) }),
  ].filter((text) => typeof text === 'string');
  return list.map((text) => (
    <Alert key={text} color="amber" p="xs" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {text}
    </Alert>
  ));
}
