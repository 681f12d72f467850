import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type PointerEvent, type ReactNode, useState } from 'react';
import type { Forecast } from '../../api/types.gen';
import { dayNumber, dayOf } from '../../days';
import { type Format, type Translate, useFormat, useT } from '../../i18n';
import { ChartData } from '../../ui/charts/ChartData';
import { ChartFrame, Stepper, TipBox, TipLine } from '../../ui/charts/ChartFrame';
import chart from '../../ui/charts/charts.module.css';
import { type Box, Grid, gridBox, innerWidth, yOf } from '../../ui/charts/Grid';
import { calendarTicks, interpolate, type Scale, scaleOf } from '../../ui/charts/scale';
import classes from './forecast.module.css';
import { type Bin, cumulated, histogramOf } from './histogram';

interface Props {
  title: string;
  forecast: Forecast;
  /** Prefix of the file name for the download. */
  file: string;
  /** Shown below the chart. */
  note?: ReactNode;
}

const shares = ['p50', 'p80', 'p95'] as const;
/** The smallest share that is mentioned: smaller ones would be shown as 0.0%. */
const leastShare = 0.0005;
const height = 320;
/** The height of a label above the bars. */
const row = 16;

/** When the simulations end, with P50, P80 and P95. The arrow keys step through the bars, and a table contains the data. */
export function Distribution(props: Props) {
  const t = useT();
  const format = useFormat();
  const { forecast } = props;
  if (forecast.state !== 'forecast') return null;
  const values = forecast.distribution.map(({ share }) => share);
  const days = forecast.distribution.map(({ finish }) => finish);
  const summary = summaryOf(forecast, t, format);
  return (
    <ChartFrame title={props.title} summary={summary} empty={days.length === 0 ? t('forecast.allTooFar') : undefined}>
      <Stage {...props} summary={summary} />
      {props.note}
      <ChartData
        title={props.title}
        summary={summary}
        names={days}
        longNames={days.map(format.date)}
        days={days}
        across={t('forecast.finish')}
        up={t('forecast.share')}
        series={[
          { key: 'share', label: t('forecast.share'), values, tone: 1 },
          { key: 'sum', label: t('forecast.ended'), values: cumulated(values), tone: 2 },
        ]}
        number={(value) => format.percent(value, 1)}
        file={props.file}
      />
    </ChartFrame>
  );
}

/** The chart in words. */
function summaryOf(forecast: Forecast, t: Translate, format: Format): string {
  const [p50, p80, p95] = shares.map((share) => forecast.finish?.[share]);
  const { too_far } = forecast;
  const far = too_far >= leastShare ? [t('forecast.tooFarShare', { share: format.percent(too_far, 1) })] : [];
  const told = p50 ? [t('forecast.endsBy', { share: format.percent(0.5), day: format.date(p50) })] : [];
  if (p80) told.push(t('forecast.alsoBy', { share: format.percent(0.8), day: format.date(p80) }));
  if (p95) told.push(t('forecast.alsoBy', { share: format.percent(0.95), day: format.date(p95) }));
  return [...(told.length > 0 ? [`${told.join(', ')}.`] : []), ...far].join(' ');
}

function Stage({ title, forecast, summary }: Props & { summary: string }) {
  const t = useT();
  const format = useFormat();
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const { bins, later } = histogramOf(forecast, Math.max(10, Math.min(60, Math.floor(width / 14))));
  const scale = scaleOf(bins.map((bin) => bin.share));
  const show = (value: number) => format.percent(value, scale.high <= 0.05 ? 1 : 0);
  const box = { ...gridBox(width, height, scale.ticks.map(show)), top: 24 + shares.length * row };
  const place = placeOf(bins, box);
  const sums = cumulated(bins.map((bin) => bin.share));
  const onPointer = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.currentTarget.getBoundingClientRect().left;
    const share = (event.clientX - left - box.left) / innerWidth(box);
    setAt(Math.min(bins.length - 1, Math.max(0, Math.floor(share * bins.length))));
  };
  const name = (bin: Bin) => spanOf(bin, t, format);
  const here = at === null ? undefined : bins[at];
  return (
    <>
      <div ref={ref} className={chart.plot} style={{ minHeight: height }}>
        {width > 0 && (
          <svg
            width={width}
            height={height}
            viewBox={`0 0 ${width} ${height}`}
            role="img"
            aria-label={summary}
            onPointerMove={onPointer}
            onPointerDown={onPointer}
            onPointerLeave={() => setAt(null)}
          >
            <Grid
              box={box}
              scale={scale}
              show={show}
              notches={notchesOf(bins, box, place, format)}
              up={t('forecast.share')}
              across={t('forecast.finish')}
            />
            <g className={chart.tone1}>
              {bins.map((bin) => (
                <Bar key={bin.first} bin={bin} box={box} scale={scale} place={place} here={bin === here} />
              ))}
            </g>
            {shares.map((share, n) => (
              <Quantile key={share} {...{ share, forecast, box, place }} y={box.top - 8 - n * row} />
            ))}
          </svg>
        )}
        <Stepper
          title={title}
          count={bins.length}
          at={at}
          start={0}
          text={(n) => (bins[n] ? `${name(bins[n])}, ${stepOf(bins[n], sums[n] ?? 0, t, format)}` : '')}
          onAt={setAt}
        />
        {here !== undefined && at !== null && width > 0 && (
          <TipBox x={place((here.first + here.last) / 2)} y={box.top} width={width} name={name(here)}>
            <TipLine label={t('forecast.share')} value={format.percent(here.share, 1)} />
            <TipLine label={t('forecast.ended')} value={format.percent(sums[at] ?? 0, 1)} />
          </TipBox>
        )}
      </div>
      {later >= leastShare && (
        <Text size="sm" c="dimmed">
          {t('forecast.later', { share: format.percent(later, 1) })}
        </Text>
      )}
    </>
  );
}

type Place = (day: number) => number;

/** The x coordinate of the middle of a day. */
function placeOf(bins: readonly Bin[], box: Box): Place {
  const [from, to] = [bins[0]?.first ?? 0, bins[bins.length - 1]?.last ?? 0];
  return (day) => interpolate(day, from - 0.5, to + 0.5, box.left, box.left + innerWidth(box));
}

function notchesOf(bins: readonly Bin[], box: Box, place: Place, format: Format) {
  const [first, last] = [bins[0], bins[bins.length - 1]];
  if (first === undefined || last === undefined) return [];
  return calendarTicks(dayOf(first.first), dayOf(last.last), innerWidth(box) / 96).map((day) => ({
    key: day,
    place: place(dayNumber(day)) - box.left,
    label: format.day(day),
  }));
}

/** The days of a bar, in words. */
const spanOf = ({ first, last }: Bin, t: Translate, format: Format): string =>
  first === last
    ? format.date(dayOf(first))
    : t('forecast.span', { from: format.date(dayOf(first)), to: format.date(dayOf(last)) });

const stepOf = (bin: Bin, sum: number, t: Translate, format: Format): string =>
  `${t('forecast.share')} ${format.percent(bin.share, 1)}, ${t('forecast.ended')} ${format.percent(sum, 1)}`;

function Bar(props: { bin: Bin; box: Box; scale: Scale; place: Place; here: boolean }) {
  const { bin, box, scale, place } = props;
  const [left, right] = [place(bin.first - 0.5), place(bin.last + 0.5)];
  const [top, foot] = [yOf(box, scale, bin.share), box.height - box.bottom];
  return (
    <>
      {props.here && (
        <rect className={chart.column} x={left} width={right - left} y={box.top} height={foot - box.top} />
      )}
      {bin.share > 0 && (
        <rect
          className={classes.bar}
          x={left + 0.5}
          width={Math.max(1, right - left - 1)}
          y={top}
          height={Math.max(1, foot - top)}
        />
      )}
    </>
  );
}

/** Average width of a character in a label. */
const letter = 6.9;

/**
 * A line with its date, which has a row of its own above the bars, so that no label covers another. It is to the left of its line,
 * because the lines to its right are higher.
 */
function Quantile(props: { share: (typeof shares)[number]; forecast: Forecast; box: Box; place: Place; y: number }) {
  const t = useT();
  const format = useFormat();
  const finish = props.forecast.finish?.[props.share];
  if (!finish) return null;
  const text = t('forecast.quantile', { share: t(`forecast.${props.share}`), day: format.date(finish) });
  const x = props.place(dayNumber(finish));
  return (
    <g className={classes.quantile} data-quantile={props.share}>
      <line x1={x} x2={x} y1={props.y - 10} y2={props.box.height - props.box.bottom} />
      <text x={Math.max(4 + text.length * letter, x - 6)} y={props.y} textAnchor="end">
        {text}
      </text>
    </g>
  );
}
