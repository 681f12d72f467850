import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { flowQuery } from '../../api/flow';
import type { Flow } from '../../api/types.gen';
import { type Format, type Translate, useFormat, useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { StackedChart } from '../../ui/charts/StackedChart';
import { ErrorState, Loading } from '../../ui/State';
import { DateRange } from './DateRange';
import { type Held, layersOf, type Movement, movementOf } from './layers';

/** Tickets or points per status, day by day. */
export function Cumulative({ project }: { project: string }) {
  const { from, to } = useSearch({ from: '/app/projects/$project/flow' });
  const query = useQuery(flowQuery(project, from, to));
  if (query.isPending) return <Loading rows={1} height={420} />;
  if (query.isError || query.data === undefined) {
    return (
      <div>
        <DateRange />
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  return <Areas flow={query.data} />;
}

function Areas({ flow }: { flow: Flow }) {
  const t = useT();
  const format = useFormat();
  const words = useWords();
  const { by } = useSearch({ from: '/app/projects/$project/flow' });
  const layers = layersOf(flow, by ?? 'counts', words.status);
  return (
    <StackedChart
      title={t('flow.cumulative')}
      summary={flowText(movementOf(layers), by, t, format)}
      actions={<DateRange />}
      names={flow.days.map((day) => format.day(day.date))}
      longNames={flow.days.map((day) => format.date(day.date))}
      days={flow.days.map((day) => day.date)}
      across={t('charts.day')}
      up={by === 'points' ? t('flow.points') : t('flow.tickets')}
      total={t('flow.total')}
      series={layers}
      file="cumulative-flow"
    />
  );
}

/** Describes the chart: the total, how much is done, and whether work piles up. */
export function flowText(moved: Movement, by: 'points' | undefined, t: Translate, format: Format): string {
  const written = ({ first, last }: Held) => ({ first: format.number(first, 1), last: format.number(last, 1) });
  const done = written(moved.done);
  const said = t(by === 'points' ? 'flow.movedPoints' : 'flow.movedTickets', {
    ...written(moved.all),
    doneFirst: done.first,
    doneLast: done.last,
  });
  const { first, last } = moved.underWay;
  const values = written(moved.underWay);
  if (last > first) return `${said} ${t('flow.pilesUp', values)}`;
  return `${said} ${t(last < first ? 'flow.shrinks' : 'flow.steady', values)}`;
}
