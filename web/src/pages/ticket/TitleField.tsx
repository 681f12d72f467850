import { Textarea } from '@mantine/core';
import { useT } from '../../i18n';
import { Theirs } from '../../ui/Theirs';
import classes from './ticket.module.css';
import { useLine } from './useText';
import { type TicketProps, useSave, useTicketFrame } from './useTicket';

/** Turns into a field when clicked. Enter saves, Escape cancels. */
export function TitleField(props: TicketProps) {
  const t = useT();
  const { ticket } = props;
  const save = useSave(ticket);
  const { may } = useTicketFrame(ticket);
  const { draft, ...typing } = useLine(`${ticket.uuid}.title`, ticket.title, (title, outcome) =>
    save({ title }, { ...outcome, over: { title: ticket.title } }),
  );
  if (may.write && draft !== null) {
    return (
      <div>
        {typing.clash && <Theirs>{ticket.title}</Theirs>}
        <Textarea
          autosize
          autoFocus
          maxLength={255}
          classNames={{ input: classes.titleInput }}
          aria-label={t('ticket.titleField')}
          value={draft}
          data-mantine-stop-propagation="true"
          description={typing.clash && t('ticket.lineHint')}
          onChange={(event) => typing.type(event.currentTarget.value.replace(/\n/g, ' '))}
          onFocus={(event) => event.currentTarget.setSelectionRange(draft.length, draft.length)}
          onBlur={() => typing.clash || typing.keep()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') typing.cancel();
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            typing.keep();
          }}
        />
      </div>
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
          onClick={() => typing.type(ticket.title)}
        >
          {ticket.title}
        </button>
      ) : (
        ticket.title
      )}
    </h2>
  );
}
