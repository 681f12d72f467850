import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { cycleQuery } from '../../api/flow';
import type { CycleTimes } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { ChartFrame } from '../../ui/charts/ChartFrame';
import { type Level, ScatterChart } from '../../ui/charts/ScatterChart';
import { ErrorState, Loading } from '../../ui/State';
import { TicketKey } from '../../ui/TicketKey';

/** Days from the start of work on a ticket until it is done. */
export function CycleTime({ project }: { project: string }) {
  const t = useT();
  const query = useQuery(cycleQuery(project));
  if (query.isPending) return <Loading rows={1} height={420} />;
  if (query.data === undefined) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.tickets.length > 0) return <Dots times={query.data} />;
  return (
    <ChartFrame title={t('flow.cycle')} summary={t('flow.cycleMeans')} empty={t('flow.cycleNone')}>
      {null}
    </ChartFrame>
  );
}

const dashes = { p50: '2 3', p85: '6 4', p95: '12 4' };

function Dots({ times }: { times: CycleTimes }) {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const open = (ticket: string) => void navigate({ to: '.', search: (old) => ({ ...old, ticket }) });
  const { tickets, p50, p85, p95 } = times;
  const days = (count: number) => t('flow.days', { count });
  const levels = (['p50', 'p85', 'p95'] as const).flatMap((key): Level[] => {
    const value = times[key];
    if (value === null) return [];
    const share = format.percent(Number(key.slice(1)) / 100);
    return [{ key, value, dash: dashes[key], label: t('flow.level', { share, days: days(value) }) }];
  });
  return (
    <div>
      <ScatterChart
        title={t('flow.cycle')}
        summary={t('flow.cycleText', { p50: days(p50 ?? 0), p85: days(p85 ?? 0), p95: days(p95 ?? 0) })}
        points={tickets.map((one) => ({
          key: one.uuid,
          day: one.done,
          value: one.days,
          name: `${one.key} ${one.title}`,
          text: t('flow.took', { days: days(one.days), from: format.day(one.started), to: format.day(one.done) }),
        }))}
        levels={levels}
        across={t('flow.doneDay')}
        up={t('flow.daysAxis')}
        pointLabel={t('flow.ticket')}
        onOpen={open}
        data={{
          name: 'cycle-time',
          columns: [
            { key: 'title', label: t('flow.ticket') },
            { key: 'started', label: t('flow.started') },
            { key: 'done', label: t('flow.doneDay') },
            { key: 'days', label: t('flow.daysAxis'), right: true },
          ],
          rows: () =>
            [...tickets].reverse().map((one) => ({
              key: one.uuid,
              shown: [
                <Anchor key="title" component="button" type="button" ta="left" size="sm" onClick={() => open(one.uuid)}>
                  <TicketKey value={one.key} /> {one.title}
                </Anchor>,
                format.date(one.started),
                format.date(one.done),
                format.number(one.days),
              ],
            })),
          file: () => [
            [t('flow.key'), t('flow.ticket'), t('flow.started'), t('flow.doneDay'), t('flow.daysAxis')],
            ...tickets.map((one) => [one.key, one.title, one.started, one.done, one.days]),
          ],
        }}
      />
      {times.unseen > 0 && (
        <Text size="sm" c="dimmed" mt={8}>
          {t('flow.unseen', { count: times.unseen })}
        </Text>
      )}
    </div>
  );
}
