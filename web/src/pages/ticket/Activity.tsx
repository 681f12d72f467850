import { Tabs } from '@mantine/core';
import { IconClock, IconHistory, IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { commentsQuery } from '../../api/comments';
import { timeQuery } from '../../api/time';
import { useFormat, useT } from '../../i18n';
import { Comments } from './Comments';
import { History } from './History';
import { TimeLog } from './TimeLog';
import classes from './ticket.module.css';
import type { TicketProps } from './useTicket';

/** Comments, logged time and history of a ticket. */
export function Activity(props: TicketProps) {
  const t = useT();
  const format = useFormat();
  const { uuid } = props.ticket;
  const comments = useQuery(commentsQuery(uuid)).data?.comments.length;
  const minutes = useQuery(timeQuery(uuid)).data?.total_minutes;
  return (
    <Tabs
      defaultValue="comments"
      keepMounted={false}
      classNames={{ root: classes.activity, tab: classes.tab, tabSection: classes.tabSection }}
    >
      <Tabs.List aria-label={t('ticket.activity')}>
        <Tabs.Tab value="comments" leftSection={<IconMessage size={16} aria-hidden />}>
          {comments ? t('ticket.commentsCount', { count: comments }) : t('ticket.comments')}
        </Tabs.Tab>
        <Tabs.Tab value="time" leftSection={<IconClock size={16} aria-hidden />}>
          {t('ticket.time')}
          {minutes ? ` · ${format.minutes(minutes)}` : null}
        </Tabs.Tab>
        <Tabs.Tab value="history" leftSection={<IconHistory size={16} aria-hidden />}>
          {t('ticket.history')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="comments" pt="md">
        <Comments {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="time" pt="md">
        <TimeLog {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="history" pt="md">
        <History {...props} />
      </Tabs.Panel>
    </Tabs>
  );
}
