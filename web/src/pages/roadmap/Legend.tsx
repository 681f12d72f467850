import { useT } from '../../i18n';
import { useRoadmap } from './context';
import { isInterrupted } from './plan';
import classes from './timeline.module.css';

/** Explains the shapes; none relies on colour alone. */
export function Legend() {
  const t = useT();
  const { may, plan, resolvedLinks } = useRoadmap();
  return (
    <div className={classes.legend}>
      <ul>
        <li>
          <span className={classes.samplePlan} />
          {t('roadmap.legendPlan')}
        </li>
        <li>
          <span className={classes.sampleBar}>
            <span />
          </span>
          {t('roadmap.legendDone')}
        </li>
        {plan.epics.some((epic) => isInterrupted(epic, plan.today)) && (
          <li>
            <span className={classes.sampleBreak} />
            {t('roadmap.legendBreak')}
          </li>
        )}
        <li>
          <span className={classes.sampleBar} data-critical />
          {t('roadmap.legendCritical')}
        </li>
        <li>
          <span className={classes.sampleSlack} />
          {t('roadmap.legendSlack')}
        </li>
        {resolvedLinks.some((joint) => joint.pushes > 0) && (
          <li>
            <svg width={28} height={10} className={classes.arrow} data-pushes aria-hidden="true">
              <path d="M1 5H26" className={classes.line} />
              <path d="M27 5l-7 -4v8z" className={classes.tip} />
            </svg>
            {t('roadmap.legendPushes')}
          </li>
        )}
        {plan.milestones.length > 0 && (
          <li>
            <svg width={12} height={12} viewBox="0 0 14 14" className={classes.sampleMark} aria-hidden="true">
              <path d="M7 0.5L13.5 7L7 13.5L0.5 7Z" />
            </svg>
            {t('roadmap.legendMilestone')}
          </li>
        )}
      </ul>
      {may.write && <p>{t('roadmap.howToMove')}</p>}
      <p>{t(may.manage ? 'roadmap.howToLink' : 'roadmap.howToRead')}</p>
    </div>
  );
}
