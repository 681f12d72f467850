// One choice from a list, in a box beside what was pressed. A page has one for all its rows, because a menu for each field of
// each row would make long lists slow.
import { Popover, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '../i18n';
import classes from './Picker.module.css';

export interface Choice {
  value: string;
  label: string;
  icon?: ReactNode;
  /** It is what holds now. */
  chosen?: boolean;
  danger?: boolean;
}

interface Props {
  /** What the box stands beside, and where the focus goes back to. */
  anchor: HTMLElement;
  title: string;
  choices: readonly Choice[];
  /** Makes a choice of what was typed when no other fits. */
  free?: (typed: string) => Choice | null;
  onPick: (value: string) => void;
  onClose: () => void;
}

/** Picker asks for one of the choices; typing narrows them, the arrows and Enter choose. */
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
  const shown = fitting(props, typed);
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
        autoFocus // before the next key, which the trap's own timer may miss
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
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field above, as in every combobox
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

/** fitting are the choices that hold what was typed; a free one comes last. */
export function fitting(props: Pick<Props, 'choices' | 'free'>, typed: string): Choice[] {
  const wanted = typed.trim().toLocaleLowerCase();
  const hits = props.choices.filter((choice) => choice.label.toLocaleLowerCase().includes(wanted));
  const free = wanted === '' ? null : (props.free?.(typed.trim()) ?? null);
  return free === null || hits.some((hit) => hit.value === free.value) ? hits : [...hits, free];
}
