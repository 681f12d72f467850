import { Drawer } from '@mantine/core';
import { useT } from '../../i18n';

/** TicketPanel is a ticket beside the page it was opened from. */
export function TicketPanel(props: { ticket: string; onClose: () => void }) {
  const t = useT();
  return <Drawer opened onClose={props.onClose} position="right" size="xl" title={t('ticket.title')} />;
}
