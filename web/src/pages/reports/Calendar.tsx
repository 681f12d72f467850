import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCalendarPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { calendarKey, calendarQuery, endCalendar, makeCalendar } from '../../api/reports';
import type { CalendarState } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { Confirm } from '../../ui/Confirm';
import { CopyButton } from '../../ui/CopyButton';
import { useNotify } from '../../ui/notify';
import { Section } from '../../ui/Section';
import { ErrorState, Loading } from '../../ui/State';
import classes from './reports.module.css';

/**
 * The private URL of the calendar feed. The server returns a new URL only once and the cache may refetch, so it is kept here until
 * dismissed.
 */
export function Calendar(props: { project: string }) {
  const t = useT();
  const address = useQuery(calendarQuery(props.project));
  const [made, setMade] = useState<CalendarState | null>(null);
  return (
    <Section title={t('reports.calendar')} text={t('reports.calendarText')}>
      {address.isPending && <Loading rows={1} />}
      {address.isError && <ErrorState error={address.error} onRetry={() => void address.refetch()} />}
      {address.data && (
        <Address project={props.project} address={currentAddress(made, address.data)} onMade={setMade} />
      )}
    </Section>
  );
}

/** The new URL while it is still the current one, else the state from the server, without a URL. */
export const currentAddress = (made: CalendarState | null, read: CalendarState): CalendarState =>
  made !== null && made.made_at === read.made_at ? made : { ...read, url: null };

function useAddress(project: string, onMade: (address: CalendarState | null) => void) {
  const queries = useQueryClient();
  const notify = useNotify();
  const t = useT();
  const keep = (made_at: string | null) =>
    queries.setQueryData<CalendarState>(calendarKey(project), { url: null, made_at });
  const make = useMutation({
    mutationFn: () => makeCalendar(project),
    onSuccess: (address) => {
      onMade(address);
      keep(address.made_at);
    },
    onError: notify.failed,
  });
  const end = useMutation({
    mutationFn: () => endCalendar(project),
    onSuccess: () => {
      keep(null);
      notify.done(t('reports.calendarEnded'));
    },
    onError: notify.failed,
  });
  return { make, end };
}

interface AddressProps {
  project: string;
  address: CalendarState;
  onMade: (address: CalendarState | null) => void;
}

function Address(props: AddressProps) {
  const t = useT();
  const { make, end } = useAddress(props.project, props.onMade);
  const [asked, setAsked] = useState<'replace' | 'end' | null>(null);
  if (props.address.made_at === null) {
    return (
      <Group>
        <Button
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
          loading={make.isPending}
          onClick={() => make.mutate()}
        >
          {t('reports.makeAddress')}
        </Button>
      </Group>
    );
  }
  const confirm = () => {
    (asked === 'end' ? end : make).mutate();
    setAsked(null);
  };
  return (
    <Stack>
      <AddressNotice url={props.address.url} made={props.address.made_at} onClose={() => props.onMade(null)} />
      <Group gap="xs">
        <Button variant="default" onClick={() => setAsked('replace')}>
          {t('reports.replaceAddress')}
        </Button>
        <Button variant="default" color="red" onClick={() => setAsked('end')}>
          {t('reports.endAddress')}
        </Button>
      </Group>
      <Confirm
        opened={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={confirm}
        title={asked === 'end' ? t('reports.endAddress') : t('reports.replaceAddress')}
        action={asked === 'end' ? t('reports.end') : t('reports.replace')}
        danger={asked === 'end'}
      >
        {t('reports.addressStops')}
      </Confirm>
    </Stack>
  );
}

/** The new URL until it is dismissed; after that, only a note that there is one. */
function AddressNotice(props: { url: string | null; made: string; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  if (props.url === null) return <Text>{t('reports.addressMade', { moment: format.dateTime(props.made) })}</Text>;
  return (
    <Stack gap="sm">
      <Alert
        color="amber"
        icon={<IconAlertTriangle size={20} aria-hidden />}
        title={t('reports.addressOnce')}
        role="status"
      >
        {t('reports.addressSecret')}
      </Alert>
      <Group gap="xs" align="center">
        <code className={classes.address}>{props.url}</code>
        <CopyButton value={props.url} label={t('reports.copyAddress')} />
        <Button variant="subtle" onClick={props.onClose}>
          {t('reports.addressKept')}
        </Button>
      </Group>
    </Stack>
  );
}
