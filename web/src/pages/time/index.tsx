import { Anchor, Button, Text, VisuallyHidden } from '@mantine/core';
import { IconClockPlus, IconPlus, IconSum } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useSession } from '../../api/session';
import { recentQuery, weekQuery } from '../../api/time';
import type { Week, WeekTicket } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { isDay } from '../../search';
import { useShortcuts } from '../../shell/registry';
import { Page, PageHeader } from '../../ui/Page';
import { EmptyState, ErrorState, Loading } from '../../ui/State';
import { DayStrip } from './DayStrip';
import { Entries, type Place } from './Entries';
import { Grid } from './Grid';
import { MissingDays } from './MissingDays';
import { QuickEntry } from './QuickEntry';
import { TicketField } from './TicketField';
import { TimerBar } from './TimerBar';
import classes from './time.module.css';
import { useStableRows } from './useStableRows';
import { useWeekChanges, type WeekChanges } from './useWeekChanges';
import { WeekNav } from './WeekNav';
import { named } from './week';

export default function TimePage() {
  const t = useT();
  const { today } = useSession();
  const { day, user } = useSearch({ from: '/app/time' });
  const query = weekQuery(day !== undefined && isDay(day) && day !== today ? day : undefined, user);
  const { data: week, error, refetch } = useQuery({ ...query, placeholderData: keepPreviousData });
  const totals = (
    <Button
      variant="default"
      leftSection={<IconSum size={16} aria-hidden />}
      renderRoot={(props: object) => <Link to="/time/totals" {...props} />}
    >
      {t('time.totals')}
    </Button>
  );
  return (
    <Page title={t('time.title')}>
      <PageHeader title={t('time.title')} lead={t('time.lead')} actions={totals} />
      <TimerBar />
      {week === undefined && error === null && <Loading rows={6} height={48} />}
      {error !== null && week === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {week !== undefined && <Sheet key={week.user.user_id} week={week} />}
    </Page>
  );
}

/** How many recent tickets without time are offered as rows. */
const maxSuggestedRows = 5;

function Sheet({ week }: { week: Week }) {
  const t = useT();
  const format = useFormat();
  const [said, setSaid] = useState('');
  const base = useWeekChanges(week);
  /** New entries show up in their cell; notify only if that cell is not visible. */
  const changes: WeekChanges = {
    ...base,
    log: (time) => {
      const told = t('time.logged', { duration: format.minutes(time.minutes), title: named(time.ticket) });
      setSaid('');
      base.log({ ...time, onDone: () => setSaid(told) });
    },
  };
  const here = week.days.includes(week.today);
  const start = here ? week.today : week.monday;
  const [picked, setPicked] = useState<string | null>(null);
  const day = picked !== null && week.days.includes(picked) ? picked : start;
  const [added, setAdded] = useState<WeekTicket[]>([]);
  const [open, setOpen] = useState<Place | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const recent = useQuery({ ...recentQuery, enabled: week.mine }).data?.tickets ?? [];
  const further = week.mine
    ? [...added, ...(here ? recent.slice(0, maxSuggestedRows).map((one) => ({ ...one, deleted: false })) : [])]
    : [];
  const rows = useStableRows(week, further, format.compare);
  const writes = week.mine && week.monday <= week.today && week.projects.some((project) => project.write);
  const toQuick = (to?: string) => {
    if (to !== undefined) setPicked(to);
    field.current?.focus();
  };
  useShortcuts(writes ? [{ keys: 'n', label: t('time.quick'), run: () => toQuick() }] : []);
  return (
    <>
      <WeekNav week={week} />
      {!week.mine && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('time.ofOther', { name: week.user.name })}
        </Text>
      )}
      {writes && (
        <>
          <MissingDays week={week} onDay={toQuick} />
          <QuickEntry week={week} changes={changes} day={day} onDay={setPicked} field={field} />
        </>
      )}
      {rows.length === 0 && week.totals.every((minutes) => minutes === 0) ? (
        <EmptyState
          icon={IconClockPlus}
          title={t(week.mine ? 'time.emptyTitle' : 'time.emptyOther', { name: week.user.name })}
          text={writes ? t('time.emptyText') : undefined}
        />
      ) : (
        <>
          <DayStrip week={week} day={day} onDay={setPicked} />
          <Grid week={week} rows={rows} changes={changes} chosen={week.days.indexOf(day)} onOpen={setOpen} />
          <VisuallyHidden id="time-wrong">{t('time.wrong')}</VisuallyHidden>
        </>
      )}
      {week.more && (
        <Text size="sm" c="dimmed" mt="xs" role="note">
          {t('time.cut')}
        </Text>
      )}
      {writes && (
        <div className={classes.below}>
          <TicketField
            aria-label={t('time.addRow')}
            placeholder={t('time.addRow')}
            leftSection={<IconPlus size={16} aria-hidden />}
            className={classes.addRow}
            projects={week.projects}
            onPick={(ticket) => setAdded((old) => [...old, ticket])}
          />
          <Text size="sm" c="dimmed" id="time-keys" className={classes.keys}>
            {t('time.keys')}
          </Text>
          <Anchor
            size="sm"
            renderRoot={(props: object) => <Link to="/guide/$page" params={{ page: 'time' }} {...props} />}
          >
            {t('time.guide')}
          </Anchor>
        </div>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Entries week={week} rows={rows} changes={changes} place={open} onClose={() => setOpen(null)} />
    </>
  );
}
