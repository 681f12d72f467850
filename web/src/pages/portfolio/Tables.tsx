import { Button, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Indicator } from '../../api/finance';
import type { PortfolioRow } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { useSaveTable } from '../../ui/charts/useSaveTable';
import { useIndicators } from '../../ui/indicators';
import { SearchField } from '../../ui/SearchField';
import { ChooseColumns } from './ChooseColumns';
import { columnsIn, restColumns, useKeptColumns, usualColumns } from './columns';
import { fileRows } from './file';
import { filterByName, sortProjects } from './order';
import { ProjectTable } from './ProjectTable';
import classes from './portfolio.module.css';
import { type PortfolioSearch, type Sorting, sortingOf, sortText } from './search';

const worstFirst: Sorting = { key: 'cpi', down: false };
const byName: Sorting = { key: 'name', down: false };

/** Projects with a budget, then those without. */
export function Tables({ rows }: { rows: readonly PortfolioRow[] }) {
  const t = useT();
  const { compare } = useFormat();
  const navigate = useNavigate();
  const search = useSearch({ from: '/app/portfolio' });
  const [kept, keep] = useKeptColumns();
  const columns = useMemo(() => columnsIn(search.columns) ?? kept ?? [...usualColumns], [search.columns, kept]);
  const { q = '' } = search;
  const sorting = sortingOf(search.sort, columns, columns.includes('cpi') ? worstFirst : byName);
  const rest = sortingOf(search.rest, restColumns, byName);
  const shown = useMemo(() => filterByName(rows, q), [rows, q]);
  const change = (to: Partial<PortfolioSearch>) =>
    void navigate({ to: '/portfolio', search: (old) => ({ ...old, ...to }), replace: true, resetScroll: false });
  const choose = (chosen: Indicator[] | undefined) => {
    keep(chosen);
    change({ columns: chosen?.join(',') });
  };
  const priced = sortProjects(
    shown.filter((row) => row.has_budget),
    sorting,
    compare,
  );
  const bare = sortProjects(
    shown.filter((row) => !row.has_budget),
    rest,
    compare,
  );
  return (
    <>
      <section className={classes.part} aria-labelledby="portfolio-table">
        <Group gap="xs" mb="xs" align="center">
          <Title order={2} id="portfolio-table" flex="1 1 12rem">
            {t('portfolio.tableTitle')}
          </Title>
          <Group gap="xs" flex="1 1 24rem" justify="flex-end" className={classes.tools}>
            <SearchField
              label={t('portfolio.find')}
              value={q}
              onChange={(value) => change({ q: value || undefined })}
            />
            <ChooseColumns columns={columns} onChange={choose} />
            <SaveButton rows={[...priced, ...bare]} />
          </Group>
        </Group>
        <VisuallyHidden role="status">{t('projects.count', { count: priced.length })}</VisuallyHidden>
        {priced.length === 0 ? (
          <Text c="dimmed" py="md">
            {q === '' ? t('portfolio.nonePriced') : t('projects.noneFound', { query: q })}
          </Text>
        ) : (
          <ProjectTable
            label={t('portfolio.tableTitle')}
            rows={priced}
            columns={columns}
            sorting={sorting}
            onSort={(next) => change({ sort: sortText(next) })}
          />
        )}
      </section>
      {bare.length > 0 && (
        <section className={classes.part} aria-labelledby="portfolio-rest">
          <Title order={2} id="portfolio-rest">
            {t('portfolio.restTitle')}
          </Title>
          <Text size="sm" c="dimmed" mb="xs" maw="60rem">
            {t('portfolio.restText')}
          </Text>
          <VisuallyHidden role="status">{t('projects.count', { count: bare.length })}</VisuallyHidden>
          <ProjectTable
            label={t('portfolio.restTitle')}
            rows={bare}
            columns={restColumns}
            sorting={rest}
            onSort={(next) => change({ rest: sortText(next) })}
          />
        </section>
      )}
    </>
  );
}

/** Exports every indicator of the projects, in the table's order. */
function SaveButton({ rows }: { rows: readonly PortfolioRow[] }) {
  const t = useT();
  const { of } = useIndicators();
  const saveTable = useSaveTable();
  const save = () =>
    saveTable(
      'portfolio',
      fileRows(rows, t, (field) => of(field).label),
    );
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
      {t('charts.csv')}
    </Button>
  );
}
