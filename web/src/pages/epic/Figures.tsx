import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { NodePage } from '../../api/types.gen';
import { none, useFormat, useT } from '../../i18n';
import { Figure } from '../../ui/Figure';
import { share } from '../roadmap/plan';
import { useSlackText } from '../roadmap/useSlackText';
import classes from './node.module.css';

/** Key figures, each with a note. */
export function Figures({ project, node }: { project: string; node: NodePage }) {
  const t = useT();
  const format = useFormat();
  const done = share(node);
  return (
    <dl className={classes.figures}>
      <Figure
        name={t('sprint.figureDone')}
        value={t('sprint.ofPoints', { done: format.points(node.done_points), points: format.points(node.points) })}
        text={done === null ? t('epic.empty') : t('roadmap.shareDone', { share: format.percent(done) })}
      />
      <Figure
        name={t('sprint.figureTickets')}
        value={t('sprint.ofPoints', { done: format.number(node.done_tickets), points: format.number(node.tickets) })}
        text={t('epic.openCount', { count: node.open_total })}
      />
      <Dates project={project} node={node} />
      <Figure
        name={t('epics.time')}
        value={node.minutes === 0 ? none : format.minutes(node.minutes)}
        text={t('epic.timeText')}
      />
      {node.cost !== null && node.engaged_charge !== null && (
        <>
          <Figure name={t('epics.cost')} value={format.money(node.cost)} text={t('epic.costText')} />
          <Figure
            name={
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link {...props} to="/guide/$page" params={{ page: 'earned-value' }} hash="engaged_charge" />
                )}
              >
                {t('epic.engaged')}
              </Anchor>
            }
            value={format.money(node.engaged_charge)}
            text={t(node.engaged_charge === 0 ? 'epic.engagedNone' : 'epic.engagedText')}
          />
        </>
      )}
    </dl>
  );
}

function Dates({ project, node }: { project: string; node: NodePage }) {
  const t = useT();
  const format = useFormat();
  const slackText = useSlackText();
  const value =
    node.start && node.finish
      ? `${noBreak(format.day(node.start))} – ${noBreak(format.day(node.finish))}`
      : t('roadmap.undated');
  return (
    <Figure
      name={t('roadmap.dates')}
      value={value}
      text={
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/projects/$project/roadmap" params={{ project }} />}
        >
          {node.start ? slackText(node) : t('epic.onRoadmap')}
        </Anchor>
      }
    />
  );
}

/** Keeps a date on one line. */
const noBreak = (day: string) => day.replaceAll(' ', '\u00a0');
