import { Stack, Textarea } from '@mantine/core';
import { IconMapSearch } from '@tabler/icons-react';
import { unsavedTexts } from '../../drafts';
import { useT } from '../../i18n';
import { EmptyState } from '../../ui/State';
import { useDraftOwner } from '../../ui/useDraft';

/** Says that a ticket is gone, and shows what its reader had typed into it, so that it can be copied. */
export function TicketNotFound({ ticket }: { ticket: string }) {
  const t = useT();
  const texts = unsavedTexts(useDraftOwner(), `${ticket}.`);
  return (
    <>
      <EmptyState icon={IconMapSearch} title={t('ticket.gone')} text={t('ticket.goneText')} />
      <Stack px="md">
        {texts.map((text) => (
          <Textarea key={text} readOnly autosize maxRows={16} label={t('ticket.goneDraft')} value={text} />
        ))}
      </Stack>
    </>
  );
}
