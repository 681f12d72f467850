// Keyboard navigation in the grid.
import type { KeyboardEvent } from 'react';

const moves: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Enter: [1, 0],
};

/** Whether a key leaves the cell: up and down always, left and right unless they move the caret. */
export function movesOut(event: KeyboardEvent, untouched: boolean): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  if (moves[event.key] === undefined) return false;
  const field = event.currentTarget;
  if (!(field instanceof HTMLInputElement)) return event.key !== 'Enter';
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return true;
  const { selectionStart: start, selectionEnd: end, value } = field;
  if (untouched && start === 0 && end === value.length) return true;
  return start === end && (event.key === 'ArrowLeft' ? start === 0 : end === value.length);
}

/** Focuses the next cell in the key's direction, if there is one. */
export function toCell(event: KeyboardEvent<HTMLElement>, row: number, column: number): void {
  const step = moves[event.key];
  const grid = event.currentTarget.closest('table');
  if (step === undefined || grid === null) return;
  event.preventDefault();
  const [rows, columns] = step;
  for (let far = 1; far <= 200; far++) {
    const next = grid.querySelector<HTMLElement>(`[data-cell="${row + far * rows}-${column + far * columns}"]`);
    if (next !== null && next.offsetParent !== null) {
      next.focus();
      return;
    }
    if (columns !== 0 && far > 7) return;
  }
}
