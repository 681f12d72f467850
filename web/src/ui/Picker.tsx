// A popover to choose from a list. A page shares one for all its rows, because a menu per field would make long lists slow.
import { Popover, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '../i18n';
import { containsWords } from '../searchWords';
import classes from './Picker.module.css';

export interface Choice {
  value: string;
  label: string;
  icon?: ReactNode;
  /** It is the current value. */
  chosen?: boolean;
  danger?: boolean;
}

interface Props {
  /** The element that the popover is placed beside, and that regains the focus. */
  anchor: HTMLElement;
  title: string;
  choices: readonly Choice[];
  /** Turns typed text into a choice when no other matches. */
  free?: (typed: string) => Choice | null;
  onPick: (value: string) => void;
  onClose: () => void;
}

/** Typing filters the choices; arrows and Enter choose. */
export function Picker(props: Props) {
  const { anchor } = props;
  const [place] = useState(() => anchor.getBoundingClientRect());
  const close = () => {
    props.onClose();
    anchor.focus({ preventScroll: true });
  };
  const style = { position: 'fixed', pointerEvents: 'none', inset: 'auto' } as const;
  const { top, left, width, height } = place;
  return (
    <Popover
      opened
      withRoles={false}
      trapFocus
      hideDetached={false}
      position="bottom-start"
      offset={4}
      width={260}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
      onChange={(opened) => !opened && close()}
    >
      <Popover.Target>
        <span aria-hidden="true" style={{ ...style, top, left, width, height }} />
      </Popover.Target>
      <Popover.Dropdown p={6} role="dialog" aria-label={props.title}>
        <Choices {...props} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Choices(props: Props) {
  const t = useT();
  const list = useId();
  const [typed, setTyped] = useState('');
  const shown = matchingChoices(props, typed);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      shown.findIndex((choice) => choice.chosen),
    ),
  );
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const pick = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    props.onClose();
    props.onPick(choice.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((at + step + shown.length) % Math.max(1, shown.length));
    else if (event.key === 'Enter') pick(shown[at]);
    else if (event.key === 'Escape') props.onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <TextInput
        data-autofocus
        autoFocus // the focus trap uses a timer, which may miss the next key
        size="sm"
        role="combobox"
        aria-label={props.title}
        aria-expanded
        aria-controls={list}
        aria-activedescendant={shown[at] ? `${list}-${at}` : undefined}
        autoComplete="off"
        placeholder={props.title}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
      />
      <div ref={box} id={list} role="listbox" aria-label={props.title} className={classes.list}>
        {shown.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys, as in every combobox
          <div
            key={choice.value}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={choice.chosen === true}
            data-at={index === at || undefined}
            data-danger={choice.danger || undefined}
            className={classes.option}
            onClick={() => pick(choice)}
            onPointerMove={() => setAt(index)}
          >
            {choice.icon}
            <span className={classes.label}>{choice.label}</span>
            {choice.chosen && <IconCheck size={16} aria-hidden />}
          </div>
        ))}
      </div>
      {shown.length === 0 && <div className={classes.none}>{t('common.noChoice')}</div>}
    </>
  );
}

/** Choices that match what was typed; the free one comes last. */
function matchingChoices(props: Pick<Props, 'choices' | 'free'>, typed: string): Choice[] {
  const hits = props.choices.filter((choice) => containsWords(choice.label, typed));
  const free = typed.trim() === '' ? null : (props.free?.(typed.trim()) ?? null);
  return free === null || hits.some((hit) => hit.value === free.value) ? hits : [...hits, free];
}
