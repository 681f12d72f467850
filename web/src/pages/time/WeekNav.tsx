import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Week } from '../../api/types.gen';
import { addDays } from '../../days';
import { useFormat, useT } from '../../i18n';
import { useShortcuts } from '../../shell/registry';
import { Select } from '../../ui/Select';
import classes from './time.module.css';
import { useDayNames } from './useDayNames';
import { weekNumber, weekSum } from './week';

/** Moves between weeks and, for owners and admins, between people. */
export function WeekNav({ week }: { week: Week }) {
  const t = useT();
  const format = useFormat();
  const names = useDayNames();
  const navigate = useNavigate();
  const here = week.days.includes(week.today);
  const go = (day: string | undefined) => void navigate({ to: '/time', search: (old) => ({ ...old, day }) });
  const step = (weeks: number) => {
    const day = addDays(week.monday, 7 * weeks);
    go(day <= week.today && week.today < addDays(day, 7) ? undefined : day);
  };
  useShortcuts([
    { keys: '[', label: t('time.before'), run: () => step(-1) },
    { keys: ']', label: t('time.after'), run: () => step(1) },
  ]);
  return (
    <Group className={classes.nav} gap="sm">
      <Group gap={4} wrap="nowrap">
        <Tooltip label={t('time.before')}>
          <ActionIcon variant="default" size="lg" aria-label={t('time.before')} onClick={() => step(-1)}>
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('time.after')}>
          <ActionIcon variant="default" size="lg" aria-label={t('time.after')} onClick={() => step(1)}>
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      <div className={classes.navText}>
        <Text component="h2" fw={650} fz="md">
          {names.range(week.monday, addDays(week.monday, 6))}
        </Text>
        <Text size="sm" c="dimmed" className="figures">
          {t('time.weekSum', { week: String(weekNumber(week.monday)), duration: format.minutes(weekSum(week)) })}
        </Text>
      </div>
      {!here && (
        <Button variant="default" size="sm" onClick={() => go(undefined)}>
          {t('time.thisWeek')}
        </Button>
      )}
      {week.people.length > 1 && <People week={week} />}
    </Group>
  );
}

function People({ week }: { week: Week }) {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const people = week.people.some((one) => one.user_id === week.user.user_id)
    ? week.people
    : [...week.people, week.user];
  const data = people
    .toSorted((a, b) => format.compare(a.name, b.name))
    .map((one) => ({ value: String(one.user_id), label: one.name }));
  const mine = (user: string | null) => user === null || (week.mine && Number(user) === week.user.user_id);
  return (
    <Select
      className={classes.people}
      aria-label={t('time.whose')}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('common.noChoice')}
      value={String(week.user.user_id)}
      data={data}
      onChange={(user) =>
        void navigate({
          to: '/time',
          search: (old) => ({ ...old, user: mine(user) ? undefined : (user ?? undefined) }),
        })
      }
    />
  );
}
