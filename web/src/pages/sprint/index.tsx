import { useT } from '../../i18n';
import { Page, PageHeader } from '../../ui/Page';

export default function SprintPage() {
  const t = useT();
  return (
    <Page title={t('sprint.title')}>
      <PageHeader title={t('sprint.title')} />
    </Page>
  );
}
