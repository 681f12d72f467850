import { Button, Text } from '@mantine/core';
import { IconChartDots3, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { hasCode } from '../../api/http';
import { portfolioQuery } from '../../api/portfolio';
import type { Portfolio } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Page, PageHeader } from '../../ui/Page';
import { EmptyState, ErrorState, Loading } from '../../ui/State';
import { Actions } from './Actions';
import { ConvertedTotals, CurrencyTotals } from './CurrencyTotals';
import { HiddenProjects } from './HiddenProjects';
import classes from './portfolio.module.css';
import { Quadrant } from './Quadrant';
import { namesIn } from './search';
import { Tables } from './Tables';
import { UnavailablePortfolio } from './UnavailablePortfolio';

export default function PortfolioPage() {
  const t = useT();
  const { projects } = useSearch({ from: '/app/portfolio' });
  const names = namesIn(projects);
  const portfolio = useQuery(portfolioQuery(names));
  const refused = names !== undefined && hasCode(portfolio.error, 'forbidden', 'not_found', 'invalid');
  const shown = portfolio.isError ? undefined : portfolio.data;
  return (
    <Page title={t('portfolio.title')} wide>
      <PageHeader
        title={t('portfolio.title')}
        lead={t('portfolio.lead')}
        actions={shown && shown.rows.length > 0 && <Actions names={names} rows={shown.rows} />}
      />
      {portfolio.isPending && <Loading rows={4} height={120} />}
      {portfolio.isError &&
        (refused ? (
          <UnavailablePortfolio names={names} />
        ) : (
          <ErrorState error={portfolio.error} onRetry={() => void portfolio.refetch()} />
        ))}
      {shown && <Found portfolio={shown} />}
    </Page>
  );
}

function Found({ portfolio }: { portfolio: Portfolio }) {
  const t = useT();
  const { rows, hidden } = portfolio;
  if (rows.length === 0 && hidden.length > 0) {
    return (
      <EmptyState icon={IconEyeOff} title={t('portfolio.hiddenTitle')} text={<HiddenProjects projects={hidden} />} />
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={IconChartDots3}
        title={t('portfolio.emptyTitle')}
        text={t('portfolio.emptyText')}
        action={
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/projects" />}>
            {t('common.toProjects')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      {portfolio.by_currency.map((totals) => (
        <CurrencyTotals key={totals.currency} totals={totals} portfolio={portfolio} />
      ))}
      {portfolio.by_currency.length > 1 && <ConvertedTotals portfolio={portfolio} />}
      <Tables rows={rows} />
      {hidden.length > 0 && (
        <Text size="sm" c="dimmed" maw="60rem" className={classes.part}>
          <HiddenProjects projects={hidden} />
        </Text>
      )}
      <Quadrant rows={rows} />
    </>
  );
}
