import { Alert, Button, Group, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { membersKey, withdrawOffer } from '../../../api/members';
import type { MemberList, Offer } from '../../../api/types.gen';
import { useFormat, useT } from '../../../i18n';
import { useChange } from '../parts/useChange';

/** Shows the pending offer, which the project's owner can withdraw. */
export function PendingOffer({ project, offer, may }: { project: string; offer: Offer; may: boolean }) {
  const t = useT();
  const format = useFormat();
  const name = offer.heir.name;
  const withdrawing = useChange({
    project,
    list: membersKey(project),
    run: (_: undefined) => withdrawOffer(project),
    show: (old: MemberList) => ({ ...old, offer: null }),
    said: () => t('settings.offerWithdrawn', { name }),
  });
  return (
    <Alert color="blue" icon={<IconArrowsExchange size={18} aria-hidden />} role="note">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 16rem">
          {t('settings.offerOpen', { name, date: format.date(offer.expires_at.slice(0, 10)) })}
        </Text>
        {may && (
          <Button
            variant="default"
            size="xs"
            loading={withdrawing.isPending}
            onClick={() => withdrawing.mutate(undefined)}
          >
            {t('settings.offerWithdraw')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
