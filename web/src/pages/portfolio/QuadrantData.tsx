import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { none, useFormat, useT } from '../../i18n';
import { RowsData } from '../../ui/charts/RowsData';
import type { Bubble } from './bubble';

/** The chart as a table; the file also includes the weekly trail. */
export function QuadrantData({ bubbles }: { bubbles: readonly Bubble[] }) {
  const t = useT();
  const format = useFormat();
  const ratio = (value: number | undefined) => (value === undefined ? none : format.ratio(value));
  const columns = [
    { key: 'name', label: t('projects.name') },
    { key: 'cpi', label: t('indicators.cpi'), right: true },
    { key: 'spi', label: t('indicators.spi'), right: true },
    { key: 'bac', label: t('indicators.bac'), right: true },
    { key: 'from', label: t('portfolio.since'), right: true },
    { key: 'cpi0', label: t('portfolio.cpiThen'), right: true },
    { key: 'spi0', label: t('portfolio.spiThen'), right: true },
  ];
  const rows = () =>
    bubbles.map((one) => ({
      key: one.uuid,
      shown: [
        <Anchor
          key="name"
          size="sm"
          renderRoot={(props) => <Link {...props} to="/projects/$project/finance" params={{ project: one.uuid }} />}
        >
          {one.name}
        </Anchor>,
        format.ratio(one.cpi),
        format.ratio(one.spi),
        format.in(one.currency).money(one.bac),
        one.tail[0] ? format.date(one.tail[0].day) : none,
        ratio(one.tail[0]?.cpi),
        ratio(one.tail[0]?.spi),
      ],
    }));
  const file = () => [
    [
      t('projects.name'),
      t('portfolio.day'),
      t('indicators.cpi'),
      t('indicators.spi'),
      t('indicators.bac'),
      t('portfolio.currency'),
    ],
    ...bubbles.flatMap((one) =>
      one.tail.map((point) => [one.name, point.day, point.cpi, point.spi, one.bac, one.currency]),
    ),
  ];
  return (
    <RowsData title={t('portfolio.quadrant')} name="portfolio-quadrant" columns={columns} rows={rows} file={file} />
  );
}
