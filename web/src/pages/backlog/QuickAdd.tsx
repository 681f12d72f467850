import { TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { cardsKey } from '../../api/cards';
import { frameKey } from '../../api/frame';
import { cacheTicket } from '../../api/ticketChanges';
import { createTicket } from '../../api/tickets';
import { useT } from '../../i18n';
import { useNotify } from '../../ui/notify';
import { useDraft } from '../../ui/useDraft';
import { unsentIn } from '../../unsent';
import classes from './backlog.module.css';
import { useBacklog } from './context';
import type { Section } from './sections';

/** Enter adds the ticket and keeps the field open for the next one. */
export function QuickAdd({ section }: { section: Section }) {
  const t = useT();
  const { draft, setDraft, restore } = useDraft(`${useBacklog().project}.new ticket.${section.id}`);
  const title = draft ?? '';
  const add = useAdd(section);
  const name = section.sprint?.title ?? t('backlog.title');
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || title.trim() === '') return;
    event.preventDefault();
    setDraft(null);
    add.mutate(title.trim(), { onError: (error) => unsentIn(error) || restore(title) });
  };
  return (
    <TextInput
      size="sm"
      variant="unstyled"
      className={classes.add}
      data-add={section.id}
      aria-label={t('backlog.addTo', { name })}
      placeholder={t('backlog.addHint')}
      leftSection={<IconPlus size={16} aria-hidden />}
      value={title}
      onChange={(event) => setDraft(event.currentTarget.value || null)}
      onKeyDown={onKeyDown}
    />
  );
}

function useAdd(section: Section) {
  const t = useT();
  const ctx = useBacklog();
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (title: string) =>
      createTicket(ctx.project, { title, ...(section.sprint && { sprint_uuid: section.sprint.uuid }) }),
    onSuccess: (ticket) => {
      cacheTicket(client, ctx.project, ticket.uuid, ticket, true);
      void client.invalidateQueries({ queryKey: cardsKey(ctx.project) });
      void client.invalidateQueries({ queryKey: frameKey(ctx.project) });
      if (ctx.filtered) notify.done(t('backlog.addedFiltered', { title: ticket.title }));
    },
    onError: (error) => notify.failed(error),
  });
}
