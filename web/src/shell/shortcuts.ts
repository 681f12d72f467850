// Matches key presses with the registered shortcuts.
import { useEffect, useEffectEvent, useRef } from 'react';
import { readStored, store } from '../storage';
import { type Shortcut, useRegisteredActions } from './registry';

const place = 'earnest.shortcuts';

/** Single-key shortcuts can be turned off, for users who trigger them by voice or by accident. */
export const singleKeys = (): boolean => readStored(place) !== 'off';

export const storeSingleKeys = (on: boolean): void => store(place, on ? 'on' : 'off');

/** Maximum delay between the keys of a sequence, in milliseconds. */
const sequenceDelay = 1200;

/** Listens to the keyboard for the whole app. */
export function useShortcutKeys(): void {
  const offered = useRegisteredActions();
  const before = useRef({ key: '', at: 0 });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const first = Date.now() - before.current.at < sequenceDelay ? before.current.key : '';
    const hit = match(offered.shortcuts(), event, first);
    before.current = { key: event.key, at: Date.now() };
    if (hit === undefined || (hit.keys === 'mod+z' && isTyping(event))) return;
    if (!hit.keys.includes('mod+') && (!singleKeys() || hasOwnKeys(event))) return;
    event.preventDefault();
    before.current = { key: '', at: 0 };
    hit.run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The shortcut for a key press; `before` is the previous key, or "". The last one registered wins. */
export function match(shortcuts: Shortcut[], press: Press, before: string): Shortcut | undefined {
  const key = press.key.toLowerCase();
  const mod = press.ctrlKey || press.metaKey;
  const fits = (keys: string) => {
    if (mod || press.altKey) return mod && !press.altKey && keys === `mod+${key}`;
    return keys === key || (before !== '' && keys === `${before.toLowerCase()} ${key}`);
  };
  return shortcuts
    .filter((shortcut) => fits(shortcut.keys))
    .sort((a, b) => a.keys.length - b.keys.length)
    .at(-1);
}

/** Whether the key goes to a text field, which has its own undo. */
function isTyping(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest('input, textarea, [contenteditable="true"]') !== null;
}

/** Whether a field, menu or dialog handles the key. */
function hasOwnKeys(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]'))
    return true;
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}
