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
  return (
    <RowsData
      title={props.title}
      name={props.file}
      file={() => rowsOf(props)}
      headed
      columns={[{ key: '', label: across }, ...series.map(({ key, label }) => ({ key, label, right: true }))]}
      rows={() =>
        longNames.map((name, n) => ({
          key: days?.[n] ?? `${name}${n}`,
          shown: [name, ...series.map(({ values }) => shown(values[n]))],
        }))
      }
    />
  );
}

/** File rows: a header, then one row per point. */
export function rowsOf(props: Pick<ChartProps, 'across' | 'series' | 'longNames' | 'days' | 'currency'>) {
  const head = [props.across, ...props.series.map(({ label }) => withUnit(label, props.currency))];
  return [
    head,
    ...props.longNames.map((name, index) => [
      props.days?.[index] ?? name,
      ...props.series.map((series) => series.values[index] ?? null),
    ]),
  ];
}
