import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useFrame } from '../../api/frame';
import type { Card, NodePage } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Points } from '../../ui/Points';
import { PriorityMark } from '../../ui/PriorityMark';
import { StatusBadge } from '../../ui/StatusBadge';
import { TicketKey } from '../../ui/TicketKey';
import classes from './node.module.css';

/** Unfinished tickets, in the order of the project; each opens in the side panel. */
export function OpenTickets({ project, node }: { project: string; node: NodePage }) {
  const t = useT();
  const more = node.open_total - node.open.length;
  return (
    <section className={classes.box} aria-label={t('epic.openTitle', { count: node.open_total })}>
      <h2>{t('epic.openTitle', { count: node.open_total })}</h2>
      {node.open.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t(node.tickets === 0 ? 'epic.noTickets' : 'epic.allDone')}
        </Text>
      ) : (
        <ul className={classes.tickets}>
          {node.open.map((card) => (
            <Ticket key={card.uuid} project={project} card={card} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <Text c="dimmed" size="sm" mt="xs">
          {t('epic.more', { count: more })}
        </Text>
      )}
    </section>
  );
}

function Ticket({ project, card }: { project: string; card: Card }) {
  const navigate = useNavigate();
  const { statuses } = useFrame(project);
  const status = statuses.find(({ key }) => key === card.status);
  const open = () => void navigate({ to: '.', search: (old) => ({ ...old, ticket: card.uuid }) });
  return (
    <li>
      <PriorityMark priority={card.priority} hint={false} />
      <TicketKey value={card.key} />
      <button type="button" onClick={open}>
        {card.title}
      </button>
      {status && <StatusBadge status={status} />}
      <Points value={card.story_points === 0 ? null : card.story_points} />
    </li>
  );
}
