import { Drawer, VisuallyHidden } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { hasCode } from '../../api/http';
import { useT } from '../../i18n';
import { ErrorState, Loading } from '../../ui/State';
import { Body } from './Body';
import { FileArea } from './files/FileArea';
import { TicketNotFound } from './TicketNotFound';
import { TopBar } from './TopBar';
import classes from './ticket.module.css';
import { useTicket } from './useTicket';

interface Props {
  ticket: string;
  onClose: () => void;
}

/** A ticket beside the page it was opened from. Escape closes it. */
export function TicketPanel(props: Props) {
  const t = useT();
  const { project } = useParams({ from: '/app/projects/$project' });
  const { ticket, query } = useTicket(props.ticket, project);
  useRestoreFocus(props.ticket);
  useTabTitle(ticket && `${ticket.key} ${ticket.title}`);
  const foreign = ticket !== undefined && ticket.project_uuid !== project;
  const missing = foreign || hasCode(query.error, 'not_found', 'forbidden');
  return (
    <Drawer.Root opened onClose={props.onClose} position="right" size={920} returnFocus={false}>
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content className={classes.panel}>
        <Drawer.Title className={classes.hiddenTitle}>
          <VisuallyHidden>{ticket?.title ?? t('ticket.title')}</VisuallyHidden>
        </Drawer.Title>
        <div className={classes.sheet}>
          <TopBar ticket={missing ? undefined : ticket} onClose={props.onClose} />
          {missing ? (
            <TicketNotFound ticket={props.ticket} />
          ) : ticket !== undefined ? (
            <FileArea key={ticket.uuid} ticket={ticket}>
              <Body ticket={ticket} />
            </FileArea>
          ) : query.isError ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <div className={classes.waiting}>
              <Loading rows={6} />
            </div>
          )}
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Restores the focus when the panel closes: to the ticket's card or row, else to where it was. */
function useRestoreFocus(uuid: string): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      setTimeout(() => restoreFocus(uuid, before, 20));
    };
  }, [uuid]);
}

/** Waits briefly for a card that is not rendered yet, unless the focus has moved elsewhere. */
function restoreFocus(uuid: string, before: Element | null, tries: number): void {
  const card = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(uuid)}"]`);
  const known = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : null;
  const target = card ?? known;
  if (target !== null) target.focus({ preventScroll: card === null });
  else if (tries > 0 && document.activeElement === document.body) {
    setTimeout(() => restoreFocus(uuid, before, tries - 1), 100);
  }
}

function useTabTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    const before = document.title;
    document.title = `${title} · Earnest`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
