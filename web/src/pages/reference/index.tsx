import { Anchor, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { keysQuery } from '../../api/keys';
import { type OpenAPI, openapiQuery } from '../../api/openapi';
import { useT } from '../../i18n';
import { CopyButton } from '../../ui/CopyButton';
import { Page, PageHeader } from '../../ui/Page';
import { SearchField } from '../../ui/SearchField';
import { Section } from '../../ui/Section';
import { EmptyState, ErrorState, Loading } from '../../ui/State';
import { Models } from './Models';
import { OperationCard } from './OperationCard';
import { Outline } from './Outline';
import { anchorIn, filterGroups, groupsOf } from './operations';
import { Prose } from './Prose';
import classes from './reference.module.css';

export default function ReferencePage() {
  const t = useT();
  const api = useQuery(openapiQuery);
  return (
    <Page title={t('reference.title')} wide>
      <PageHeader
        title={t('reference.title')}
        lead={t('reference.lead')}
        actions={
          <>
            <Button variant="default" component="a" href="/docs">
              {t('reference.docs')}
            </Button>
            <Button variant="default" component="a" href="/openapi.json">
              {t('reference.document')}
            </Button>
          </>
        }
      />
      {api.isPending && <Loading rows={8} />}
      {api.isError && <ErrorState error={api.error} onRetry={() => void api.refetch()} />}
      {api.data && <Reference api={api.data} />}
    </Page>
  );
}

/** The ids of the items expanded by the user or because the URL points to them. */
function useOpened(): [ReadonlySet<string>, (id: string) => void] {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string) => {
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  useEffect(() => {
    const follow = () => {
      const id = anchorIn(window.location.hash);
      if (id === '') return;
      setOpened((before) => new Set(before).add(id));
      requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView({ block: 'start' }));
    };
    follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return [opened, toggle];
}

function Reference(props: { api: OpenAPI }) {
  const t = useT();
  const [search, setSearch] = useState('');
  const [opened, toggle] = useOpened();
  const groups = useMemo(() => groupsOf(props.api), [props.api]);
  const shown = useMemo(() => filterGroups(groups, search), [groups, search]);
  const keys = useQuery(keysQuery);
  const base = keys.data?.base_url ?? `${window.location.origin}/api/v1`;
  const count = shown.reduce((sum, { calls }) => sum + calls.length, 0);
  return (
    <div className={classes.layout}>
      <Outline groups={shown} />
      <Stack gap="xl">
        <GettingStarted base={base} version={props.api.info.version} />
        <Group gap="sm">
          <SearchField label={t('reference.search')} value={search} onChange={setSearch} />
          <Text size="sm" c="dimmed" role="status">
            {t('reference.count', { count })}
          </Text>
        </Group>
        {count === 0 && <EmptyState title={t('reference.nothing')} text={t('reference.nothingText')} />}
        {shown.map((group) => (
          <Stack key={group.name} gap="xs" component="section" aria-label={group.name}>
            <Title order={2} tt="capitalize" lang="en">
              {group.name}
            </Title>
            <Prose text={group.description} c="dimmed" />
            {group.calls.map((call) => (
              <OperationCard
                key={call.operationId}
                api={props.api}
                call={call}
                base={base}
                open={opened.has(call.operationId)}
                onToggle={() => toggle(call.operationId)}
              />
            ))}
          </Stack>
        ))}
        {search === '' && <Models api={props.api} opened={opened} onToggle={toggle} />}
      </Stack>
    </div>
  );
}

const authorization = 'Authorization: Bearer …';

/** The basics of every call: the base URL and a key. */
function GettingStarted(props: { base: string; version: string }) {
  const t = useT();
  return (
    <Section title={t('reference.start')}>
      <Stack gap="sm">
        <Group gap="xs">
          <Text>{t('reference.base')}</Text>
          <Code>{props.base}</Code>
          <CopyButton value={props.base} label={t('reference.copyBase')} compact />
          <Text size="sm" c="dimmed">
            {t('reference.version', { version: props.version })}
          </Text>
        </Group>
        <Text>
          {t.rich('reference.auth', {
            header: <Code>{authorization}</Code>,
            keys: (
              <Anchor component={Link} to="/account/keys" underline="always">
                {t('reference.keys')}
              </Anchor>
            ),
          })}
        </Text>
      </Stack>
    </Section>
  );
}
