import { type KeyboardEvent, useCallback } from 'react';
import { isTemporary } from '../../api/ticketChanges';
import type { Card } from '../../api/types.gen';
import { adjacentStatus, type Direction, neighbour } from './columns';
import { useBoardActions } from './context';

const ways: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};

/** Arrow keys move between cards; with Shift or Alt they move the card. */
export function useCardKeys(card: Card): (event: KeyboardEvent) => void {
  const world = useBoardActions();
  return useCallback(
    (event) => {
      const way = ways[event.key];
      if (way === undefined || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (event.shiftKey || event.altKey) {
        const to = way === 'left' || way === 'right' ? adjacentStatus(world.columns(), card.status, way) : undefined;
        if (to === undefined || !world.frame.may.write || isTemporary(card.uuid)) return;
        world.move(card, to);
        world.focus(card.uuid, to.key);
        return;
      }
      const next = neighbour(world.columns(), card.uuid, way);
      if (next !== undefined) world.focus(next.uuid, next.status);
    },
    [world, card],
  );
}
