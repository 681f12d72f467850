import { CloseButton, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useT } from '../../i18n';
import { useDraft } from '../../ui/useDraft';
import classes from './ticket.module.css';

/**
 * Enter adds the line and keeps the focus, and so does leaving the field; Escape leaves it without adding the line, which stays as a draft. A line that is
 * not stored comes back, unless another has been begun.
 */
export function AddLine(props: {
  /** The name under which unsaved text is kept in this tab. */
  name: string;
  label: string;
  placeholder: string;
  maxLength: number;
  onAdd: (text: string, onLost: () => void) => void;
}) {
  const t = useT();
  const { draft, setDraft, restore } = useDraft(props.name);
  const escaping = useRef(false);
  const text = draft ?? '';
  const add = () => {
    const next = text.trim();
    setDraft(null);
    if (next !== '') props.onAdd(next, () => restore(next));
  };
  return (
    <TextInput
      className={classes.addLine}
      size="xs"
      variant="unstyled"
      leftSection={<IconPlus size={16} aria-hidden />}
      rightSection={
        text !== '' && (
          <CloseButton
            size="xs"
            aria-label={t('common.draftDiscard')}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => setDraft(null)}
          />
        )
      }
      aria-label={props.label}
      placeholder={props.placeholder}
      maxLength={props.maxLength}
      value={text}
      data-mantine-stop-propagation={text === '' ? undefined : 'true'}
      onChange={(event) => setDraft(event.currentTarget.value || null)}
      onBlur={() => {
        if (!escaping.current) add();
        escaping.current = false;
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') {
          escaping.current = true;
          event.currentTarget.blur();
        }
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) add();
      }}
    />
  );
}
