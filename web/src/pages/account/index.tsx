import { Stack } from '@mantine/core';
import { useUser } from '../../api/session';
import { useT } from '../../i18n';
import { Page, PageHeader } from '../../ui/Page';
import { Password } from './Password';
import { Profile } from './Profile';
import { SecondFactor } from './SecondFactor';
import { Sessions } from './Sessions';

export default function AccountPage() {
  const t = useT();
  const user = useUser();
  return (
    <Page title={t('account.title')}>
      <PageHeader title={t('account.title')} lead={t('account.lead')} />
      <Stack gap="lg" maw={760}>
        <Profile user={user} />
        <Password user={user} />
        {user.has_password && <SecondFactor on={user.second_factor} />}
        <Sessions />
      </Stack>
    </Page>
  );
}
