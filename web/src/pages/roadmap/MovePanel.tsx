import { Button, Group, Text } from '@mantine/core';
import { type Format, type Translate, useFormat, useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import type { Shift, Trial } from './move';
import type { Span } from './plan';
import classes from './timeline.module.css';
import { useMove } from './useMoves';

/** What is tried, what it would do to the rest, and the buttons that save or discard it. */
export function MovePanel() {
  const t = useT();
  const format = useFormat();
  const { trial, preview, save, discard } = useMove();
  if (trial === null) return null;
  return (
    <section className={`${classes.picked} ${classes.trial}`} aria-label={t('roadmap.preview')}>
      <div role="status">
        <Text fw={600}>{trialText(t, format, trial)}</Text>
        {trial.kind === 'milestone' ? (
          <Text size="sm" c="dimmed">
            {t('roadmap.milestoneAlone')}
          </Text>
        ) : (
          <Effect uuid={trial.node.uuid} />
        )}
      </div>
      <Group gap="xs">
        <Button size="xs" disabled={preview.error !== null} onClick={save}>
          {t('common.save')}
        </Button>
        <Button size="xs" variant="default" onClick={discard}>
          {t('common.cancel')}
        </Button>
      </Group>
    </section>
  );
}

function trialText(t: Translate, format: Format, trial: Trial): string {
  if (trial.kind === 'milestone') {
    return t('roadmap.milestoneOn', { name: trial.milestone.name, date: format.date(trial.date) });
  }
  const { title } = trial.node;
  const { start_date: from, target_date: to } = trial.dates;
  if (from !== null && to !== null) {
    return t('roadmap.tryBoth', { title, from: format.date(from), to: format.date(to) });
  }
  if (from !== null) return t('roadmap.tryStart', { title, from: format.date(from) });
  return t('roadmap.tryTarget', { title, to: to === null ? '' : format.date(to) });
}

/** How many other epics are listed. */
const mostShifts = 5;

/** What the server says that the move does. */
function Effect({ uuid }: { uuid: string }) {
  const t = useT();
  const format = useFormat();
  const words = useWords();
  const { preview, saved } = useMove();
  if (preview.error !== null) return <Text c="var(--app-red)">{words.error(preview.error)}</Text>;
  if (!preview.exact) return <Text c="dimmed">{t('roadmap.previewing')}</Text>;
  const others = [...preview.shifts.values()].filter((shift) => shift.uuid !== uuid);
  const more = others.length - mostShifts;
  const own = preview.shifts.get(uuid);
  return (
    <>
      {own === undefined && <Text size="sm">{t('roadmap.staysPut')}</Text>}
      <ul className={classes.effects}>
        {own !== undefined && <li>{shiftText(t, format, own)}</li>}
        {others.slice(0, mostShifts).map((shift) => (
          <li key={shift.uuid}>{shiftText(t, format, shift)}</li>
        ))}
        {more > 0 && <li>{t('roadmap.moreMove', { count: more })}</li>}
      </ul>
      <Text size="sm" c="dimmed">
        {others.length === 0 && `${t('roadmap.othersStay')} `}
        <EndText before={saved.schedule.forecast_finish} after={preview.plan.schedule.forecast_finish} />
      </Text>
    </>
  );
}

function shiftText(t: Translate, format: Format, { title, from, to }: Shift): string {
  const span = (days: Span | null) =>
    days === null
      ? t('roadmap.undated')
      : t('roadmap.fromTo', { from: format.day(days.from), to: format.day(days.to) });
  return t('roadmap.shifts', { title, from: span(from), to: span(to) });
}

function EndText({ before, after }: { before: string | null; after: string | null }) {
  const t = useT();
  const format = useFormat();
  if (after === null) return t(before === null ? 'roadmap.endStaysUnknown' : 'roadmap.endUnknown');
  if (before === null) return t('roadmap.endKnown', { date: format.date(after) });
  return before === after
    ? t('roadmap.endStays', { date: format.date(after) })
    : t('roadmap.endMoves', { from: format.date(before), to: format.date(after) });
}
