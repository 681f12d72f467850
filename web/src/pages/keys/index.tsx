import { Alert, Button, Stack } from '@mantine/core';
import { IconInfoCircle, IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { keysQuery } from '../../api/keys';
import type { ApiKey, KeyList } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Page, PageHeader } from '../../ui/Page';
import { EmptyState, ErrorState, Loading } from '../../ui/State';
import { EditKey } from './EditKey';
import { type KeyAction, KeyCard } from './KeyCard';
import { RevokeKey } from './RevokeKey';
import { RotateKey } from './RotateKey';

export default function KeysPage() {
  const t = useT();
  const keys = useQuery({ ...keysQuery, refetchInterval: 15_000 });
  const open = keys.data?.api_access === true;
  return (
    <Page title={t('keys.title')}>
      <PageHeader
        title={t('keys.title')}
        lead={t('keys.lead')}
        actions={
          <>
            <Button variant="default" component="a" href="/docs">
              {t('keys.docs')}
            </Button>
            {open && <CreateLink />}
          </>
        }
      />
      {keys.isPending && <Loading rows={3} height={168} />}
      {keys.isError && <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.data && (
        <Stack>
          {!open && <NoPlan />}
          <List keys={keys.data} />
        </Stack>
      )}
    </Page>
  );
}

function CreateLink() {
  const t = useT();
  return (
    <Button component={Link} to="/account/keys/new" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('keys.create')}
    </Button>
  );
}

function NoPlan() {
  const t = useT();
  return (
    <Alert color="amber" title={t('keys.noPlan')} icon={<IconInfoCircle size={20} aria-hidden />}>
      {t('keys.noPlanText')}
    </Alert>
  );
}

function List(props: { keys: KeyList }) {
  const t = useT();
  const { keys } = props;
  const [past, setPast] = useState(false);
  const [open, setOpen] = useState<{ action: KeyAction; id: number } | null>(null);
  const working = keys.keys.filter(({ state }) => state === 'active');
  const ended = keys.keys.filter(({ state }) => state !== 'active');
  const card = (key: ApiKey) => (
    <KeyCard
      key={key.id}
      apiKey={key}
      scopes={keys.scopes}
      mayRotate={keys.api_access}
      onAction={(action) => setOpen({ action, id: key.id })}
    />
  );
  return (
    <>
      {working.length === 0 && (
        <EmptyState
          icon={IconKey}
          title={t('keys.empty')}
          text={t('keys.emptyText')}
          action={keys.api_access ? <CreateLink /> : undefined}
        />
      )}
      {working.map(card)}
      {ended.length > 0 && (
        <Button variant="subtle" color="gray" aria-expanded={past} onClick={() => setPast(!past)}>
          {past ? t('keys.hidePast') : t('keys.past', { count: ended.length })}
        </Button>
      )}
      {past && ended.map(card)}
      <Dialog keys={keys} open={open} onClose={() => setOpen(null)} />
    </>
  );
}

function Dialog(props: { keys: KeyList; open: { action: KeyAction; id: number } | null; onClose: () => void }) {
  const key = props.keys.keys.find(({ id }) => id === props.open?.id);
  if (key === undefined) return null;
  const given = { apiKey: key, keys: props.keys, onClose: props.onClose };
  switch (props.open?.action) {
    case 'edit':
      return <EditKey {...given} />;
    case 'rotate':
      return <RotateKey {...given} />;
    case 'revoke':
      return <RevokeKey {...given} />;
    default:
      return null;
  }
}
