import { TextInput } from '@mantine/core';
import type { Outcome } from '../../api/ticketChanges';
import { useT } from '../../i18n';
import { mayTakeFocus } from '../../ui/focus';
import { ParkedDraft } from '../../ui/ParkedDraft';
import { LineButton } from './LineButton';
import { withKeys } from './markdown/KeyText';
import { TextClash } from './TextClash';
import classes from './ticket.module.css';
import { useLine } from './useText';

interface Props {
  /** The name under which unsaved text is kept in this tab. */
  name: string;
  text: string;
  /** Accessible name of the button. */
  label: string;
  /** Accessible name of the field. */
  field: string;
  maxLength: number;
  struck?: boolean;
  /** Omit to make it read-only. */
  onKeep?: (text: string, outcome: Outcome) => void;
  /** Called when editing begins and ends. */
  onEditing?: (editing: boolean) => void;
}

/** A line of text that turns into a field when clicked. Enter saves; Escape closes the field and keeps what was typed as a draft. */
export function EditLine(props: Props) {
  const t = useT();
  const { onKeep, text } = props;
  const { draft, ...typing } = useLine(props.name, text, (line, outcome) => {
    const onSaved = () => {
      outcome.onSaved?.();
      props.onEditing?.(false);
    };
    onKeep?.(line, { ...outcome, onSaved });
  });
  const begin = () => {
    typing.open();
    props.onEditing?.(true);
  };
  const discard = () => {
    typing.discard();
    props.onEditing?.(false);
  };
  const keep = () => (draft?.trim() === text ? discard() : typing.keep());
  const leave = () => (typing.empty || draft === text ? discard() : typing.leave());
  if (onKeep === undefined)
    return (
      <span className={classes.line} data-struck={props.struck || undefined}>
        {withKeys(text)}
      </span>
    );
  if (draft === null) {
    return (
      <>
        <LineButton text={text} label={props.label} struck={props.struck} onClick={begin} />
        {typing.parked && <ParkedDraft label={props.field} onContinue={begin} onDiscard={discard} />}
      </>
    );
  }
  return (
    <div className={classes.lineField}>
      <TextClash typing={{ ...typing, discard }} theirs={text} />
      <TextInput
        size="xs"
        autoFocus={mayTakeFocus()}
        aria-label={props.field}
        error={typing.empty && t('ticket.lineRequired')}
        maxLength={props.maxLength}
        value={draft}
        data-mantine-stop-propagation="true"
        onChange={(event) => typing.type(event.currentTarget.value)}
        onBlur={() => typing.mine !== null || keep()}
        onKeyDown={(event) => {
          if (event.key === 'Escape') leave();
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep();
        }}
      />
    </div>
  );
}
