import { ActionIcon, Badge, Button, Collapse, Group, Menu, Paper, Text, Title } from '@mantine/core';
import { IconDots, IconEdit, IconRefresh, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import type { ApiKey } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { endsSoon, isMidnight, lastDay } from './expiry';
import { Gauge } from './Gauge';
import classes from './KeyCard.module.css';
import { useScopeWords } from './useScopeWords';

export type KeyAction = 'edit' | 'rotate' | 'revoke';

interface Props {
  apiKey: ApiKey;
  scopes: readonly string[];
  /** Whether the user can create keys, which rotating requires. */
  mayRotate: boolean;
  onAction: (action: KeyAction) => void;
}

export function KeyCard(props: Props) {
  const t = useT();
  const { apiKey } = props;
  const id = useId();
  return (
    <Paper component="article" p="md" aria-labelledby={id} className={classes.card} data-state={apiKey.state}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="sm">
        <div className={classes.heading}>
          <Group gap="xs">
            <Title order={2} id={id}>
              {apiKey.name}
            </Title>
            <State apiKey={apiKey} />
          </Group>
          <code className={classes.prefix} title={t('keys.starts', { prefix: apiKey.prefix })}>
            {apiKey.prefix}…
          </code>
        </div>
        {apiKey.state !== 'revoked' && <Actions {...props} />}
      </Group>
      <div className={classes.facts}>
        <Scopes apiKey={apiKey} all={props.scopes} />
        <Facts apiKey={apiKey} />
        {apiKey.state === 'active' && (
          <div className={classes.gauges}>
            <Gauge label={t('keys.hour')} use={apiKey.hour} />
            <Gauge label={t('keys.month')} use={apiKey.month} />
          </div>
        )}
      </div>
    </Paper>
  );
}

function State(props: { apiKey: ApiKey }) {
  const t = useT();
  const { state, expires_at } = props.apiKey;
  const colour = { active: 'green', expired: 'gray', revoked: 'red' }[state];
  const soon = state === 'active' && endsSoon(expires_at, Date.now());
  return (
    <Badge variant="light" color={soon ? 'amber' : colour}>
      {soon ? t('keys.soon') : t(`keys.state_${state}`)}
    </Badge>
  );
}

function Actions(props: Props) {
  const t = useT();
  const { apiKey, onAction } = props;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('keys.actionsOf', { name: apiKey.name })}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEdit size={16} aria-hidden />} onClick={() => onAction('edit')}>
          {t('keys.edit')}
        </Menu.Item>
        {props.mayRotate && apiKey.state === 'active' && (
          <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => onAction('rotate')}>
            {t('keys.rotate')}
          </Menu.Item>
        )}
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onAction('revoke')}>
          {t('keys.revoke')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Scopes(props: { apiKey: ApiKey; all: readonly string[] }) {
  const t = useT();
  const words = useScopeWords();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { scopes } = props.apiKey;
  return (
    <Fact label={t('keys.scopes')}>
      {words.summary(scopes, props.all).map((phrase) => (
        <div key={phrase}>{phrase}</div>
      ))}
      <Button
        size="compact-xs"
        variant="subtle"
        mt={2}
        ml={-6}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? t('keys.hideScopes') : t('keys.showScopes', { count: scopes.length })}
      </Button>
      <Collapse expanded={open} id={id}>
        <ul className={classes.scopes}>
          {scopes.map((scope) => (
            <li key={scope}>
              <code>{scope}</code>{' '}
              <Text span size="xs" c="dimmed">
                {words.sentence(scope)}
              </Text>
            </li>
          ))}
        </ul>
      </Collapse>
    </Fact>
  );
}

function Facts(props: { apiKey: ApiKey }) {
  const t = useT();
  const format = useFormat();
  const { apiKey } = props;
  const used = apiKey.last_used_at;
  return (
    <div className={classes.lines}>
      <Fact label={t('keys.expiry')}>{useEnd(apiKey)}</Fact>
      <Fact label={t('keys.lastUse')}>
        {used === null ? (
          t('keys.neverUsed')
        ) : (
          <span title={format.dateTime(used)}>
            {apiKey.last_used_ip === null
              ? format.relative(used)
              : t('keys.usedFrom', { relative: format.relative(used), address: apiKey.last_used_ip })}
          </span>
        )}
      </Fact>
      <Fact label={t('keys.from')}>
        {apiKey.allow_ips.length === 0 ? t('keys.anywhere') : format.list(apiKey.allow_ips)}
      </Fact>
    </div>
  );
}

/** How long a key is valid, or when it expired. */
function useEnd(key: ApiKey): string {
  const t = useT();
  const format = useFormat();
  if (key.revoked_at !== null) return t('keys.revokedOn', { moment: format.dateTime(key.revoked_at) });
  if (key.expires_at === null) return t('keys.endsNever');
  const moment = format.dateTime(key.expires_at);
  if (key.state === 'expired') return t('keys.endedOn', { moment });
  const days = Math.floor((Date.parse(key.expires_at) - Date.now()) / 86_400_000);
  const relative = days > 1 ? t('keys.daysLeft', { count: days }) : format.relative(key.expires_at);
  if (isMidnight(key.expires_at)) return t('keys.endsOn', { date: format.date(lastDay(key.expires_at)), relative });
  return t('keys.endsAt', { moment, relative });
}

function Fact(props: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <Text size="sm" c="dimmed" component="div">
        {props.label}
      </Text>
      <Text size="sm" component="div">
        {props.children}
      </Text>
    </div>
  );
}
