import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../../i18n';
import classes from './ticket.module.css';
import { type TicketProps, useSave, useTicketFrame } from './useTicket';

/** Turns into a field when clicked. Enter saves, Escape cancels. */
export function TitleField(props: TicketProps) {
  const t = useT();
  const { ticket } = props;
  const save = useSave(ticket);
  const [draft, setDraft] = useState<string | null>(null);
  const { may } = useTicketFrame(ticket);
  const keep = () => {
    const title = draft?.trim() ?? '';
    if (title !== '' && title !== ticket.title) save({ title });
    setDraft(null);
  };
  if (draft !== null) {
    return (
      <Textarea
        autosize
        autoFocus
        maxLength={255}
        classNames={{ input: classes.titleInput }}
        aria-label={t('ticket.titleField')}
        value={draft}
        data-mantine-stop-propagation="true"
        onChange={(event) => setDraft(event.currentTarget.value.replace(/\n/g, ' '))}
        onFocus={(event) => event.currentTarget.setSelectionRange(draft.length, draft.length)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setDraft(null);
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          keep();
        }}
      />
    );
  }
  return (
    <h2 className={classes.title}>
      {may.write ? (
        <button
          type="button"
          className={classes.titleButton}
          aria-description={t('ticket.editTitle')}
          data-autofocus
          onClick={() => setDraft(ticket.title)}
        >
          {ticket.title}
        </button>
      ) : (
        ticket.title
      )}
    </h2>
  );
}
