import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFrame } from '../../api/frame';
import type { Warning } from '../../api/types.gen';
import { type Format, type Translate, useFormat, useT } from '../../i18n';
import { Section } from '../../ui/Section';
import classes from './finance.module.css';

/** Lists what makes the numbers less reliable, with links. With `whole`, says so if there is nothing to list. */
export function Warnings(props: { project: string; warnings: Warning[]; whole?: boolean }) {
  const t = useT();
  const format = useFormat();
  const { warnings } = props;
  const { sees_rates: seesCost } = useFrame(props.project);
  if (warnings.length === 0 && !props.whole) return null;
  return (
    <Section
      title={t('finance.warnings')}
      text={warnings.length === 0 ? t(seesCost ? 'finance.warningsNone' : 'finance.warningsNonePlain') : undefined}
    >
      {warnings.length > 0 && (
        <ul className={classes.warnings}>
          {warnings.map((warning) => (
            <li key={warning.code}>
              <IconAlertTriangle size={18} aria-hidden />
              <div>
                <Text>{warningText(warning, t, format, seesCost)}</Text>
                <Things project={props.project} warning={warning} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** A warning as text, without mentioning cost to readers who cannot see it. */
export function warningText({ code, amount }: Warning, t: Translate, format: Format, seesCost: boolean): string {
  if (code === 'no_sprint_minutes' && !seesCost) return t('finance.warnOutside', { time: format.minutes(amount) });
  if (code === 'unrated_minutes' || code === 'no_sprint_minutes') {
    return t(`finance.warn_${code}`, { time: format.minutes(amount) });
  }
  return t(`finance.warn_${code}`, { count: amount });
}

/** How many items to list. */
const maxItems = 8;

function Things({ project, warning }: { project: string; warning: Warning }) {
  const t = useT();
  const links: { key: string; link: ReactNode }[] = [
    ...(warning.tickets ?? []).map(({ uuid, title }) => ({
      key: uuid,
      link: (
        <Link to="." search={(old) => ({ ...old, ticket: uuid })} resetScroll={false}>
          {title}
        </Link>
      ),
    })),
    ...(warning.sprints ?? []).map(({ uuid, title }) => ({
      key: uuid,
      link: (
        <Link to="/projects/$project/sprints/$sprint" params={{ project, sprint: uuid }}>
          {title}
        </Link>
      ),
    })),
    ...(warning.members ?? []).map(({ user_id, name }) => ({
      key: String(user_id),
      link: (
        <Link to="/projects/$project/settings/$tab" params={{ project, tab: 'members' }}>
          {name}
        </Link>
      ),
    })),
  ];
  if (links.length === 0) return null;
  const more = links.length - maxItems;
  return (
    <ul className={classes.things}>
      {links.slice(0, maxItems).map(({ key, link }) => (
        <li key={key}>{link}</li>
      ))}
      {more > 0 && <li>{t('finance.andMore', { count: more })}</li>}
    </ul>
  );
}
