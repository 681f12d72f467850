import { Textarea } from '@mantine/core';
import { useT } from '../../i18n';
import { mayTakeFocus } from '../../ui/focus';
import { ParkedDraft } from '../../ui/ParkedDraft';
import { TextClash } from './TextClash';
import classes from './ticket.module.css';
import { useLine } from './useText';
import { type TicketProps, useSave, useTicketFrame } from './useTicket';

/** Turns into a field when clicked. Enter saves; Escape closes the field and keeps what was typed as a draft. */
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
        <TextClash typing={typing} theirs={ticket.title} />
        <Textarea
          autosize
          autoFocus={mayTakeFocus()}
          maxLength={255}
          classNames={{ input: classes.titleInput }}
          aria-label={t('ticket.titleField')}
          value={draft}
          data-mantine-stop-propagation="true"
          error={typing.empty && t('ticket.titleRequired')}
          onChange={(event) => typing.type(event.currentTarget.value.replace(/\n/g, ' '))}
          onFocus={(event) => event.currentTarget.setSelectionRange(draft.length, draft.length)}
          onBlur={() => typing.mine !== null || typing.keep()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') typing.leave();
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            typing.keep();
          }}
        />
      </div>
    );
  }
  const heading = (
    <h2 className={classes.title}>
      {may.write ? (
        <button
          type="button"
          className={classes.titleButton}
          aria-description={t('ticket.editTitle')}
          data-autofocus
          onClick={typing.open}
        >
          {ticket.title}
        </button>
      ) : (
        ticket.title
      )}
    </h2>
  );
  if (!may.write || !typing.parked) return heading;
  return (
    <>
      {heading}
      <ParkedDraft label={t('ticket.titleField')} onContinue={typing.open} onDiscard={typing.discard} />
    </>
  );
}
