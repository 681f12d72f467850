import { Anchor, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ExplainAsk } from '../../api/explain';
import type { Explanation } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { guideOf, isExplainable, useIndicators, whyUnknown } from '../../ui/indicators';
import classes from './explain.module.css';

/** The only reason that the server gives in the same words for all indicators. */
const noBudget = 'The project has no budget.';

export function Formula({ ask, explanation }: { ask: ExplainAsk; explanation: Explanation }) {
  const t = useT();
  const format = useFormat();
  const { of, show } = useIndicators();
  const field = ask.indicator;
  if (!isExplainable(field)) return null;
  const number = explanation.above[0] ?? explanation.term;
  return (
    <Paper component="section" p={{ base: 'md', sm: 'lg' }} radius="lg" className={classes.top}>
      <div>
        <Title order={2}>{of(field).label}</Title>
        <Text className={`figures ${classes.number}`} data-number={field}>
          {show(field, number.value)}
        </Text>
        {number.value === null ? (
          <Text size="sm">{t(`indicators.why_${whyUnknown(field, explanation.unknown === noBudget)}`)}</Text>
        ) : (
          <Text size="sm" c="dimmed" className="figures">
            {t('explain.exactly', { value: format.exact(number.value) })}
          </Text>
        )}
      </div>
      <div>
        <Title order={2}>{t('explain.formula')}</Title>
        <Text mt={4}>{t(`explain.words_${field}`)}</Text>
        <code className={classes.symbols}>{t(`explain.symbols_${field}`)}</code>
        <Anchor mt={8} size="sm" display="block" renderRoot={(props) => <Link {...props} {...guideOf(field)} />}>
          {t('explain.guide')}
        </Anchor>
      </div>
    </Paper>
  );
}
