import { IconMapSearch } from '@tabler/icons-react';
import { useT } from '../../i18n';
import { EmptyState } from '../../ui/State';

export function TicketNotFound() {
  const t = useT();
  return <EmptyState icon={IconMapSearch} title={t('ticket.gone')} text={t('ticket.goneText')} />;
}
