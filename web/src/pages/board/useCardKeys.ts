import { type KeyboardEvent, useCallback } from 'react';
import { isTemporary } from '../../api/tickets';
import type { Card } from '../../api/types.gen';
import { adjacentStatus, type Direction, neighbour } from './columns';
import { type BoardActions, useBoardActions } from './context';

const ways: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};

function moveCard(world: BoardActions, card: Card, way: Direction): void {
  if (way === 'up' || way === 'down') {
    world.step(card.uuid, way === 'up' ? -1 : 1);
    world.focus(card.uuid, card.status);
  }
  if (way !== 'left' && way !== 'right') return;
  const to = adjacentStatus(world.columns(), card.status, way);
  if (to === undefined) return;
  world.move(card, to);
  world.focus(card.uuid, to.key);
}

/** Arrow keys move between cards; with Shift or Alt they move the card. */
export function useCardKeys(card: Card): (event: KeyboardEvent) => void {
  const world = useBoardActions();
  return useCallback(
    (event) => {
      const way = ways[event.key];
      if (way === undefined || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (event.shiftKey || event.altKey) {
        if (world.frame.may.write && !isTemporary(card.uuid)) moveCard(world, card, way);
        return;
      }
      const next = neighbour(world.columns(), card.uuid, way);
      if (next !== undefined) world.focus(next.uuid, next.status);
    },
    [world, card],
  );
}
