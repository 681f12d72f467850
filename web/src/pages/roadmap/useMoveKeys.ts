import type { KeyboardEvent } from 'react';
import { type Grip, keyMove, type Movable } from './move';
import { useMove } from './useMoves';

/** Moves something by the arrow keys; Enter saves what is tried, and Escape discards it. */
export function useMoveKeys(what: (grip: Grip) => Movable): (event: KeyboardEvent<HTMLElement>) => void {
  const { trial, nudge, save, discard } = useMove();
  const tried = trial === null ? null : trial.kind === 'epic' ? trial.node.uuid : trial.milestone.uuid;
  return (event) => {
    const move = keyMove(event);
    if (move !== null) nudge(event.currentTarget, what(move.grip), move.days);
    else if (event.key === 'Enter' && what('bar').uuid === tried) save();
    else if (event.key === 'Escape' && trial !== null) discard();
    else return;
    event.preventDefault();
  };
}
