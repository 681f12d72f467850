import { useT } from '../../i18n';
import { Page, PageHeader } from '../../ui/Page';

export default function SettingsPage() {
  const t = useT();
  return (
    <Page title={t('settings.title')}>
      <PageHeader title={t('settings.title')} />
    </Page>
  );
}
