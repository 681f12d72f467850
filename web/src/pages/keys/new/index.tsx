import { Anchor, Button, Grid, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { createKey, keysKey, keysQuery } from '../../../api/keys';
import { useSession } from '../../../api/session';
import type { KeyBody, KeyList } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { FormError } from '../../../ui/form';
import { Page, PageHeader } from '../../../ui/Page';
import { ErrorState, Loading } from '../../../ui/State';
import { Unsaved } from '../../../ui/Unsaved';
import { type Draft, inputOf, missingParts, newDraft, sameDraft } from '../draft';
import { AddressField } from '../form/AddressField';
import { ExpiryField } from '../form/ExpiryField';
import { Presets } from '../form/Presets';
import { Review } from '../form/Review';
import { ScopeMatrix } from '../form/ScopeMatrix';
import { Secret } from '../Secret';
import classes from './new.module.css';

export default function NewKeyPage() {
  const t = useT();
  const keys = useQuery(keysQuery);
  return (
    <Page title={t('keys.newTitle')}>
      <Anchor component={Link} to="/account/keys" className={classes.back}>
        <IconArrowLeft size={16} aria-hidden />
        {t('keys.back')}
      </Anchor>
      <PageHeader title={t('keys.newTitle')} lead={t('keys.newLead')} />
      {keys.isPending && <Loading rows={3} height={140} />}
      {keys.isError && <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.data && (keys.data.api_access ? <NewKey keys={keys.data} /> : <Navigate to="/account/keys" replace />)}
    </Page>
  );
}

function NewKey({ keys }: { keys: KeyList }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { today } = useSession();
  const [draft, setDraft] = useState(newDraft);
  const creating = useMutation({
    mutationFn: () => createKey({ expires_at: null, ...inputOf(draft, today) } satisfies KeyBody),
    onSuccess: () => client.invalidateQueries({ queryKey: keysKey }),
  });
  if (creating.data !== undefined) {
    const done = () => void navigate({ to: '/account/keys', ignoreBlocker: true });
    return (
      <Paper p="lg" maw={760}>
        <Secret made={creating.data.key} secret={creating.data.secret} keys={keys} onDone={done} />
      </Paper>
    );
  }
  const ready = missingParts(draft, today).length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) creating.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Unsaved when={!sameDraft(draft, newDraft)} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Fields draft={draft} keys={keys} onChange={(part) => setDraft((old) => ({ ...old, ...part }))} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Summary draft={draft} keys={keys} busy={creating.isPending} error={creating.error} />
        </Grid.Col>
      </Grid>
    </form>
  );
}

function Fields(props: { draft: Draft; keys: KeyList; onChange: (part: Partial<Draft>) => void }) {
  const t = useT();
  const { today } = useSession();
  const { draft, keys, onChange } = props;
  return (
    <Stack>
      <Paper p="md">
        <TextInput
          label={t('keys.name')}
          description={t('keys.nameHint')}
          placeholder={t('keys.nameExample')}
          maxLength={80}
          value={draft.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      </Paper>
      <Paper p="md" component="section" aria-labelledby="what">
        <Title order={2} id="what">
          {t('keys.what')}
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          {t('keys.whatHint')}
        </Text>
        <Presets all={keys.scopes} value={draft.scopes} onChange={(scopes) => onChange({ scopes })} />
        <div className={classes.matrix}>
          <ScopeMatrix all={keys.scopes} value={draft.scopes} onChange={(scopes) => onChange({ scopes })} />
        </div>
      </Paper>
      <Paper p="md">
        <ExpiryField {...draft} today={today} onChange={(term, date) => onChange({ term, date })} />
      </Paper>
      <Paper p="md">
        <AddressField value={draft.ips} mine={keys.address} onChange={(ips) => onChange({ ips })} />
      </Paper>
    </Stack>
  );
}

function Summary(props: { draft: Draft; keys: KeyList; busy: boolean; error: unknown }) {
  const t = useT();
  const { today } = useSession();
  const missing = missingParts(props.draft, today);
  return (
    <Paper p="md" component="section" aria-labelledby="review" className={classes.review}>
      <Title order={2} id="review" mb="xs">
        {t('keys.review')}
      </Title>
      <Stack>
        <Review draft={props.draft} given={props.keys} today={today} />
        {missing.length > 0 && (
          <ul className={classes.lacks}>
            {missing.map((lack) => (
              <li key={lack}>{t(`keys.${lack}`)}</li>
            ))}
          </ul>
        )}
        <FormError error={props.error} />
        <Button type="submit" loading={props.busy} disabled={missing.length > 0}>
          {t('keys.submit')}
        </Button>
      </Stack>
    </Paper>
  );
}
