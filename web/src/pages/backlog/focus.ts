// Moves the focus between rows, and restores it when the focused row disappears.
import type { Card } from '../../api/types.gen';

/** Focuses a row immediately, so that the next key acts on it, or as soon as it is rendered. */
export function focusRow(uuid: string, list: ParentNode | null = document, tries = 5): void {
  const title = list?.querySelector<HTMLElement>(`[data-card="${uuid}"] [data-title]`);
  if (title) title.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusRow(uuid, list, tries - 1));
}

/** Finds the row after the given cards, or else the one before them. The returned function focuses it. */
export function focusAfter(cards: readonly Card[]): () => void {
  const going = new Set(cards.map((card) => card.uuid));
  const held = document.activeElement?.closest<HTMLElement>('[data-card]') ?? rowOf(cards[0]?.uuid);
  const list = held?.closest('[role="list"]');
  if (!held || !list) return () => undefined;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-card]')].sort((a, b) => indexOf(a) - indexOf(b));
  const stays = (row: HTMLElement) => !going.has(row.dataset.card ?? '');
  const at = rows.indexOf(held);
  const next = rows.slice(at).find(stays) ?? rows.slice(0, at).findLast(stays);
  return () => {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => rowOf(next?.dataset.card)?.querySelector<HTMLElement>('[data-title]')?.focus()),
    );
  };
}

const rowOf = (uuid: string | undefined): HTMLElement | null =>
  uuid === undefined ? null : document.querySelector<HTMLElement>(`[data-card="${uuid}"]`);

const indexOf = (row: HTMLElement): number => Number(row.closest<HTMLElement>('[data-index]')?.dataset.index ?? 0);
