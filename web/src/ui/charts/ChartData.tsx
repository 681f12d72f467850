import { none, useFormat } from '../../i18n';
import { withUnit } from './csv';
import { RowsData } from './RowsData';
import type { ChartProps } from './series';

/** The table behind a chart, with a download. */
export function ChartData(props: ChartProps) {
  const { across, days, longNames, series } = props;
  const format = useFormat();
  const number = props.number ?? ((value: number) => format.number(value, 2));
  const shown = (value: number | null | undefined) => (value == null ? none : number(value));
  const notes = notesOf(props);
  return (
    <RowsData
      title={props.title}
      name={props.file}
      file={() => rowsOf(props)}
      headed
      columns={[
        { key: '', label: across },
        ...series.map(({ key, label }) => ({ key, label, right: true })),
        ...notes.map(({ label }) => ({ key: 'marks', label })),
      ]}
      rows={() =>
        longNames.map((name, n) => ({
          key: days?.[n] ?? `${name}${n}`,
          shown: [name, ...series.map(({ values }) => shown(values[n])), ...notes.map(({ at }) => at(n) ?? '')],
        }))
      }
    />
  );
}

type Marked = Pick<ChartProps, 'marks' | 'marksColumn'>;

/** The column of the marks, if there is one. */
function notesOf({ marks = [], marksColumn }: Marked): { label: string; at: (index: number) => string | null }[] {
  if (marksColumn === undefined || marks.length === 0) return [];
  const at = (index: number) => marks.find((mark) => mark.index === index)?.label ?? null;
  return [{ label: marksColumn, at }];
}

/** File rows: a header, then one row per point. */
export function rowsOf(props: Pick<ChartProps, 'across' | 'series' | 'longNames' | 'days' | 'currency'> & Marked) {
  const notes = notesOf(props);
  const head = [
    props.across,
    ...props.series.map(({ label }) => withUnit(label, props.currency)),
    ...notes.map(({ label }) => label),
  ];
  return [
    head,
    ...props.longNames.map((name, index) => [
      props.days?.[index] ?? name,
      ...props.series.map((series) => series.values[index] ?? null),
      ...notes.map(({ at }) => at(index)),
    ]),
  ];
}
