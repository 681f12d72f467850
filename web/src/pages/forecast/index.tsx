import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp, IconChartAreaLine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useFrame } from '../../api/frame';
import type { WhatIf } from '../../api/types.gen';
import { type Question, whatIfQuery } from '../../api/whatif';
import { useFormat, useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { CopyButton } from '../../ui/CopyButton';
import { CostHidden } from '../../ui/CostHidden';
import { Page, PageHeader } from '../../ui/Page';
import { Section } from '../../ui/Section';
import { ErrorState, Loading } from '../../ui/State';
import { Compare } from './Compare';
import { ComparisonCurves } from './ComparisonCurves';
import { Controls } from './Controls';
import { CurrentForecast } from './CurrentForecast';
import { Distribution } from './Distribution';
import { EacNote } from './EacNote';
import { normaliseQuestion } from './question';

const route = '/app/projects/$project/forecast';

export default function ForecastPage() {
  const t = useT();
  const format = useFormat();
  const { project } = useParams({ from: route });
  const { sees_rates: seesCost } = useFrame(project);
  const question = normaliseQuestion(useSearch({ from: route }), seesCost);
  const present = useQuery(whatIfQuery(project, {}));
  return (
    <Page title={t('forecast.title')}>
      <PageHeader
        title={t('forecast.title')}
        lead={present.data && t('forecast.lead', { day: format.date(present.data.day) })}
        actions={
          <Button
            variant="default"
            leftSection={<IconChartAreaLine size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/projects/$project/finance" params={{ project }} />}
          >
            {t('forecast.toFinance')}
          </Button>
        }
      />
      {present.isPending && <Loading rows={3} height={180} />}
      {present.isError && present.data === undefined && (
        <ErrorState error={present.error} onRetry={() => void present.refetch()} />
      )}
      {present.data && (
        <Stack gap="lg">
          {!seesCost && <CostHidden />}
          <CurrentForecast present={present.data.now} seesCost={seesCost} />
          <Distribution
            title={t('forecast.distribution')}
            forecast={present.data.now.forecast}
            file={`forecast-${present.data.day}`}
            note={<EacNote finance={present.data.now.finance} forecast={present.data.now.forecast} />}
          />
          <Ask project={project} question={question} present={present.data} seesCost={seesCost} />
        </Stack>
      )}
    </Page>
  );
}

interface AskProps {
  project: string;
  question: Question;
  present: WhatIf;
  seesCost: boolean;
}

function Ask({ project, question, present, seesCost }: AskProps) {
  const t = useT();
  const words = useWords();
  const navigate = useNavigate();
  const answer = useQuery(whatIfQuery(project, question));
  const any = Object.keys(question).length > 0;
  return (
    <>
      <Section
        title={t('forecast.whatIf')}
        text={t('forecast.whatIfText')}
        action={
          any && (
            <>
              <CopyButton value={window.location.href} label={t('forecast.copyLink')} />
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                onClick={() => void navigate({ to: '.', search: {}, resetScroll: false })}
              >
                {t('forecast.reset')}
              </Button>
            </>
          )
        }
      >
        <Controls question={question} present={present} seesCost={seesCost} />
        {answer.isError && (
          <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('forecast.badQuestion')}>
            {words.error(answer.error)}
          </Alert>
        )}
      </Section>
      {answer.data && (
        <>
          <Compare answer={answer.data} any={any} stale={answer.isPlaceholderData} seesCost={seesCost} />
          {any && (
            <Distribution
              title={t('forecast.distributionThen')}
              forecast={answer.data.then.forecast}
              file={`what-if-forecast-${answer.data.day}`}
              note={<EacNote finance={answer.data.then.finance} forecast={answer.data.then.forecast} />}
            />
          )}
          <ComparisonCurves answer={answer.data} />
        </>
      )}
    </>
  );
}
