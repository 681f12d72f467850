import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFrame } from '../../api/frame';
import type { Edited, Rise, Warning } from '../../api/types.gen';
import { type Format, type Translate, useFormat, useT } from '../../i18n';
import { Section } from '../../ui/Section';
import { TicketKey } from '../../ui/TicketKey';
import classes from './finance.module.css';

/** Lists what makes the numbers less reliable, with links. With `whole`, says so if there is nothing to list. */
export function Warnings(props: { project: string; warnings: Warning[]; title?: string; whole?: boolean }) {
  const t = useT();
  const format = useFormat();
  const { warnings } = props;
  const { sees_rates: seesCost } = useFrame(props.project);
  if (warnings.length === 0 && !props.whole) return null;
  return (
    <Section
      title={props.title ?? t('finance.warnings')}
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
export function warningText(warning: Warning, t: Translate, format: Format, seesCost: boolean): string {
  const { code, amount, edited } = warning;
  if (edited !== null) {
    const since =
      edited.since === null ? t('finance.sinceStart') : t('finance.sinceReport', { day: format.date(edited.since) });
    const values = { since, count: amount, amount: format.money(amount) };
    return [t(`finance.warn_${code}`, values), ...editedTexts(edited, t, format)].join(' ');
  }
  if (code === 'no_sprint_minutes' && !seesCost) return t('finance.warnOutside', { time: format.minutes(amount) });
  if (code.endsWith('_minutes')) {
    return t(`finance.warn_${code}`, { time: format.minutes(amount) });
  }
  return t(`finance.warn_${code}`, { count: amount });
}

/** How edits flatter the indices, who made them and when. */
function editedTexts({ rises, by, together }: Edited, t: Translate, format: Format): string[] {
  const authors = by
    .slice(0, maxItems)
    .map(({ name, at }) => `${name ?? t('finance.someone')} (${format.dateTime(at)})`)
    .join(', ');
  const more = by.length - maxItems;
  const values = ({ index, from, to }: Rise) => ({
    index: t(index === 'cpi' ? 'indicators.cpi' : 'indicators.spi'),
    from: format.number(from, 3),
    to: format.number(to, 3),
  });
  return [
    ...rises.map((rise) => t('finance.rise', values(rise))),
    ...(by.length > 0 ? [t('finance.editedBy', { authors })] : []),
    ...(more > 0 ? [t('finance.editedMore', { count: more })] : []),
    ...together.map((rise) => t('finance.together', values(rise))),
  ];
}

/** How many items to list. */
const maxItems = 8;

function Things({ project, warning }: { project: string; warning: Warning }) {
  const t = useT();
  const links: { key: string; link: ReactNode }[] = [
    ...(warning.tickets ?? []).map(({ uuid, key, title }) => ({
      key: uuid,
      link: (
        <Link to="." search={(old) => ({ ...old, ticket: uuid })} resetScroll={false}>
          <TicketKey value={key} /> {title}
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
  const more = warning.total - maxItems;
  return (
    <ul className={classes.things}>
      {links.slice(0, maxItems).map(({ key, link }) => (
        <li key={key}>{link}</li>
      ))}
      {more > 0 && <li>{t('finance.andMore', { count: more })}</li>}
    </ul>
  );
}
