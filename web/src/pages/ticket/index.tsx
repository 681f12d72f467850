import { useT } from '../../i18n';
import { Page, PageHeader } from '../../ui/Page';

export default function TicketPage() {
  const t = useT();
  return (
    <Page title={t('ticket.title')}>
      <PageHeader title={t('ticket.title')} />
    </Page>
  );
}
