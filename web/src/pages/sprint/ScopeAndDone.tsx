import { Text, Title } from '@mantine/core';
import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Chart, Sprint } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { TicketKey } from '../../ui/TicketKey';
import classes from './sprint.module.css';

/** Scope changes after the start, and the sprint's Definition of Done. */
export function ScopeAndDone({ sprint, chart }: { sprint: Sprint; chart: Chart | undefined }) {
  return (
    <div className={classes.charts} style={{ marginTop: 16 }}>
      {chart && <ScopeChanges chart={chart} />}
      <Dod sprint={sprint} />
    </div>
  );
}

function ScopeChanges({ chart }: { chart: Chart }) {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const open = (ticket: string) => void navigate({ to: '.', search: (old) => ({ ...old, ticket }) });
  return (
    <section className={classes.box}>
      <Title order={2}>{t('sprint.scopeChanges')}</Title>
      {chart.scope_changes.length === 0 && (
        <Text size="sm" c="dimmed" mt={8}>
          {t('sprint.noScopeChange')}
        </Text>
      )}
      <ul className={classes.changes}>
        {chart.scope_changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a ticket can be added and removed several times a day
          <li key={index}>
            <time dateTime={change.date}>{format.day(change.date)}</time>
            <button type="button" onClick={() => open(change.uuid)}>
              <TicketKey value={change.key} /> {change.title}
            </button>
            <b className="figures">{signed(change.points, format.points)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

const signed = (value: number, show: (value: number) => string) => (value < 0 ? `−${show(-value)}` : `+${show(value)}`);

function Dod({ sprint }: { sprint: Sprint }) {
  const t = useT();
  const ticked = new Set(sprint.dod_done);
  return (
    <section className={classes.box}>
      <Title order={2}>{t('sprint.dod')}</Title>
      {sprint.dod.length === 0 && (
        <Text size="sm" c="dimmed" mt={8}>
          {t('sprint.noDod')}
        </Text>
      )}
      <ul className={classes.dod}>
        {sprint.dod.map((line) => {
          const Sign = ticked.has(line) ? IconSquareCheckFilled : IconSquare;
          const word = ticked.has(line) ? t('sprint.kept') : t('sprint.open');
          return (
            <li key={line}>
              <Sign size={18} role="img" aria-label={word} />
              {line}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
