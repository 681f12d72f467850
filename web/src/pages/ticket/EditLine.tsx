import { TextInput } from '@mantine/core';
import type { Outcome } from '../../api/ticketChanges';
import { useT } from '../../i18n';
import { Theirs } from '../../ui/Theirs';
import { LineButton } from './LineButton';
import { withKeys } from './markdown/KeyText';
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

/** A line of text that turns into a field when clicked. Enter saves, Escape cancels. */
export function EditLine(props: Props) {
  const t = useT();
  const { onKeep, text } = props;
  const { draft, ...typing } = useLine(props.name, text, (line, outcome) => {
    const onLost = () => {
      outcome.onLost?.();
      props.onEditing?.(true);
    };
    onKeep?.(line, { ...outcome, onLost });
  });
  const begin = () => {
    typing.type(text);
    props.onEditing?.(true);
  };
  const end = (how: () => void) => {
    how();
    props.onEditing?.(false);
  };
  if (onKeep === undefined)
    return (
      <span className={classes.line} data-struck={props.struck || undefined}>
        {withKeys(text)}
      </span>
    );
  if (draft === null) {
    return <LineButton text={text} label={props.label} struck={props.struck} onClick={begin} />;
  }
  return (
    <div className={classes.lineField}>
      {typing.clash && <Theirs>{text}</Theirs>}
      <TextInput
        size="xs"
        autoFocus
        aria-label={props.field}
        description={typing.clash && t('ticket.lineHint')}
        maxLength={props.maxLength}
        value={draft}
        data-mantine-stop-propagation="true"
        onChange={(event) => typing.type(event.currentTarget.value)}
        onBlur={() => typing.clash || end(typing.keep)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') end(typing.cancel);
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) end(typing.keep);
        }}
      />
    </div>
  );
}
