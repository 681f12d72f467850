import { Anchor, Button, Stack } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { ExplainAsk } from '../../api/explain';
import { explainQuery } from '../../api/explain';
import { useFrame } from '../../api/frame';
import { hasCode } from '../../api/http';
import { useSession } from '../../api/session';
import type { Explanation } from '../../api/types.gen';
import { useT } from '../../i18n';
import { isExplainable, needsCost, useIndicators } from '../../ui/indicators';
import { Page, PageHeader } from '../../ui/Page';
import { EmptyState, ErrorState, Loading } from '../../ui/State';
import { AsOf } from '../finance/AsOf';
import { Warnings } from '../finance/Warnings';
import { Actions } from './Actions';
import { Breakdown } from './Breakdown';
import { Formula } from './Formula';
import { useLead } from './useLead';

const route = '/app/projects/$project/finance/$indicator';

export default function ExplainPage() {
  const t = useT();
  const { project, indicator } = useParams({ from: route });
  const { as_of, path } = useSearch({ from: route });
  const { sees_rates } = useFrame(project);
  if (!isExplainable(indicator)) {
    return (
      <Page title={t('common.missingTitle')}>
        <EmptyState
          order={1}
          title={t('common.missingTitle')}
          text={t('common.missingText')}
          action={
            <Button
              variant="default"
              renderRoot={(props) => <Link {...props} to="/projects/$project/finance" params={{ project }} />}
            >
              {t('explain.back')}
            </Button>
          }
        />
      </Page>
    );
  }
  if (needsCost(indicator) && !sees_rates) return <CostHiddenPage project={project} asOf={as_of} />;
  return <OneIndicator key={`${indicator} ${path ?? ''}`} ask={{ project, indicator, asOf: as_of, path }} />;
}

/** Shown instead of an indicator that depends on cost, if the reader cannot see cost. */
function CostHiddenPage({ project, asOf }: { project: string; asOf: string | undefined }) {
  const t = useT();
  return (
    <Page title={t('explain.hiddenTitle')}>
      <EmptyState
        order={1}
        icon={IconEyeOff}
        title={t('explain.hiddenTitle')}
        text={t('words.costHidden')}
        action={
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link {...props} to="/projects/$project/finance" params={{ project }} search={{ as_of: asOf }} />
            )}
          >
            {t('explain.back')}
          </Button>
        }
      />
    </Page>
  );
}

function OneIndicator({ ask }: { ask: ExplainAsk }) {
  const t = useT();
  const { of } = useIndicators();
  const { today } = useSession();
  const lead = useLead(ask.project);
  const query = useInfiniteQuery(explainQuery(ask));
  const first = query.data?.pages[0];
  // The owner may have hidden the cost a moment ago.
  if (hasCode(query.error, 'forbidden')) return <CostHiddenPage project={ask.project} asOf={ask.asOf} />;
  const name = isExplainable(ask.indicator) ? of(ask.indicator).name : ask.indicator;
  return (
    <Page title={t('explain.tab', { name })}>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            {...props}
            to="/projects/$project/finance"
            params={{ project: ask.project }}
            search={{ as_of: ask.asOf }}
          />
        )}
      >
        {t('explain.back')}
      </Anchor>
      <PageHeader
        title={name}
        lead={first && lead(first)}
        actions={
          <>
            <AsOf day={ask.asOf} today={today} />
            {first && <Actions ask={ask} explanation={first} />}
          </>
        }
      />
      {query.isPending && <Loading rows={3} height={120} />}
      {query.isError && first === undefined && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {first && <Explained ask={ask} explanation={first} />}
    </Page>
  );
}

function Explained({ ask, explanation }: { ask: ExplainAsk; explanation: Explanation }) {
  return (
    <Stack gap="lg">
      <Formula ask={ask} explanation={explanation} />
      <Breakdown ask={ask} explanation={explanation} />
      <Warnings project={ask.project} warnings={explanation.warnings} />
    </Stack>
  );
}
