import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { projectsQuery } from '../../api/projects';
import type { ApiKey, KeyList } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { CopyButton } from '../../ui/CopyButton';
import { Unsaved } from '../../ui/Unsaved';
import { covers } from './addresses';
import { curlOf, needsProject } from './curl';
import classes from './Secret.module.css';

interface Props {
  made: ApiKey;
  secret: string;
  /** The key being replaced. */
  old?: ApiKey;
  keys: Pick<KeyList, 'base_url' | 'address'>;
  onDone: () => void;
}

/** Shows a key, once, and a command to try it. */
export function Secret(props: Props) {
  const t = useT();
  const [safe, setSafe] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  const title = props.old === undefined ? t('keys.secretTitle') : t('keys.rotatedTitle');
  return (
    <Stack gap="md" ref={box} tabIndex={-1} className={classes.box} onCopy={() => setSafe(true)}>
      <Alert color="amber" title={title} icon={<IconAlertTriangle size={20} aria-hidden />} role="status">
        {t('keys.secretOnce')}
      </Alert>
      {props.old !== undefined && <Old old={props.old} />}
      <Shown label={t('keys.secret')} value={props.secret} copy={t('keys.copySecret')} onCopy={() => setSafe(true)} />
      <Example {...props} onCopy={() => setSafe(true)} />
      <Group justify="flex-end">
        <Button onClick={props.onDone}>{t('keys.secretDone')}</Button>
      </Group>
      <Unsaved when={!safe} title={t('keys.secretLeave')} text={t('keys.secretLeaveText')} action={t('keys.leave')} />
    </Stack>
  );
}

function Old(props: { old: ApiKey }) {
  const t = useT();
  const format = useFormat();
  const { expires_at: end, revoked_at: revoked } = props.old;
  if (revoked !== null || end === null) return <Text>{t('keys.oldRevoked')}</Text>;
  return <Text>{t('keys.oldUntil', { moment: format.dateTime(end), relative: format.relative(end) })}</Text>;
}

function Example(props: Props & { onCopy: () => void }) {
  const t = useT();
  const { made, keys } = props;
  const wanted = needsProject(made.scopes);
  const projects = useQuery({ ...projectsQuery, enabled: wanted });
  if (wanted && projects.isPending) return null;
  const curl = curlOf(baseOf(keys.base_url), props.secret, made.scopes, projects.data?.projects[0]?.uuid ?? null);
  if (curl === null) return <Text c="dimmed">{t('keys.curlNone')}</Text>;
  return (
    <div>
      <Shown
        label={t('keys.curl')}
        hint={t('keys.curlText')}
        value={curl}
        copy={t('keys.copyCurl')}
        onCopy={props.onCopy}
      />
      {!covers(made.allow_ips, keys.address) && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('keys.reviewAway', { address: keys.address })}
        </Text>
      )}
    </div>
  );
}

/** Completes a URL that the server returned without a host. */
const baseOf = (base: string) => new URL(base, location.origin).href;

function Shown(props: { label: string; hint?: string; value: string; copy: string; onCopy: () => void }) {
  return (
    <section aria-label={props.label}>
      <Title order={2} mb={4}>
        {props.label}
      </Title>
      {props.hint !== undefined && (
        <Text size="sm" c="dimmed" mb={6}>
          {props.hint}
        </Text>
      )}
      <div className={classes.shown}>
        <code className={classes.value}>{props.value}</code>
        <CopyButton value={props.value} label={props.copy} onCopy={props.onCopy} />
      </div>
    </section>
  );
}
