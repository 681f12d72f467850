import { Anchor, Breadcrumbs, Button, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ExplainAsk, explainQuery, pageSize } from '../../api/explain';
import type { Explanation, Term } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Section } from '../../ui/Section';
import { ErrorState } from '../../ui/State';
import classes from './explain.module.css';
import { TermLine } from './TermLine';
import { addsUp, opKey, signOf } from './terms';
import { useTermNames } from './useTermNames';

/** Everything behind an indicator, expanded level by level. */
export function Breakdown({ ask, explanation }: { ask: ExplainAsk; explanation: Explanation }) {
  const t = useT();
  const { term } = explanation;
  const names = useTermNames(explanation.by_day);
  return (
    <Section
      title={explanation.above.length === 0 ? t('explain.behind') : names.name(term)}
      text={explanation.by_day ? t('explain.byDay') : undefined}
    >
      {explanation.above.length > 0 && <TermBreadcrumbs ask={ask} explanation={explanation} />}
      {term.parts === 0 ? (
        <Text>
          {[t(term.op === 'given' ? 'explain.given' : 'explain.nothing'), names.since(term)].filter(Boolean).join(', ')}
        </Text>
      ) : (
        <TermList ask={{ ...ask, path: term.path }} term={term} explanation={explanation} depth={0} />
      )}
    </Section>
  );
}

/** Breadcrumbs from a term back to the indicator. */
function TermBreadcrumbs({ ask, explanation }: { ask: ExplainAsk; explanation: Explanation }) {
  const t = useT();
  const names = useTermNames(explanation.by_day);
  return (
    <nav aria-label={t('explain.path')}>
      <Breadcrumbs separatorMargin={6} className={classes.way}>
        {explanation.above.map((term) => (
          <Anchor
            key={term.path}
            size="sm"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/projects/$project/finance/$indicator"
                params={{ project: ask.project, indicator: ask.indicator }}
                search={{ as_of: ask.asOf, path: term.path === '' ? undefined : term.path }}
              />
            )}
          >
            {names.name(term)}
          </Anchor>
        ))}
        <Text size="sm">{names.name(explanation.term)}</Text>
      </Breadcrumbs>
    </nav>
  );
}

export interface PartsProps {
  ask: ExplainAsk;
  term: Term;
  explanation: Explanation;
  depth: number;
}

/** The parts of a term: those that were loaded with it, or those loaded by path, page by page. */
export function TermList(props: PartsProps) {
  const { term } = props;
  return term.terms !== undefined && term.terms.length === term.parts ? (
    <Lines {...props} parts={term.terms} />
  ) : (
    <Asked {...props} />
  );
}

function Asked(props: PartsProps) {
  const t = useT();
  const query = useInfiniteQuery(explainQuery({ ...props.ask, path: props.term.path }));
  if (query.isPending) return <Skeleton height={32} radius="sm" aria-label={t('common.loading')} />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const parts = query.data.pages.flatMap((page) => page.term.terms ?? []);
  const left = props.term.parts - parts.length;
  return (
    <Lines
      {...props}
      parts={parts}
      more={
        left > 0 && (
          <div className={classes.more}>
            <Text size="sm" c="dimmed">
              {t('explain.shown', { shown: parts.length, all: props.term.parts })}
            </Text>
            <Button
              size="compact-sm"
              variant="light"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('explain.more', { count: Math.min(left, pageSize) })}
            </Button>
          </div>
        )
      }
    />
  );
}

function Lines(props: PartsProps & { parts: readonly Term[]; more?: ReactNode }) {
  const t = useT();
  const { term, parts } = props;
  const names = useTermNames(props.explanation.by_day);
  return (
    <div className={classes.parts} data-op={term.op} data-path={term.path}>
      <ul>
        {parts.map((part, n) => (
          <TermLine key={part.path} {...props} term={part} sign={signOf(term.op, n)} />
        ))}
      </ul>
      {props.more}
      <div className={classes.result}>
        <span aria-hidden="true">=</span>
        <span>
          {t(term.op === 'sum' ? 'explain.addsUp' : 'explain.makes')}{' '}
          <small>({t(`explain.op_${opKey(term.op)}`)})</small>
          {addsUp(term, parts) && <small className={classes.checked}>{t('explain.checked')}</small>}
        </span>
        <b className="figures">
          <data value={term.value ?? ''}>{names.value(term)}</data> <small>{names.unit(term)}</small>
        </b>
      </div>
    </div>
  );
}
