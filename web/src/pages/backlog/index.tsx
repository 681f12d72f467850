import { useT } from '../../i18n';
import { Page, PageHeader } from '../../ui/Page';

export default function BacklogPage() {
  const t = useT();
  return (
    <Page title={t('backlog.title')}>
      <PageHeader title={t('backlog.title')} />
    </Page>
  );
}
