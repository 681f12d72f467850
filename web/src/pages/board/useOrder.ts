import { readStored, store } from '../../storage';
import type { BoardSearch } from './search';

const place = (project: string) => `earnest.board.order.${project}`;

/** The order of the cards that was last chosen in this browser. */
export const storedOrder = (project: string): BoardSearch['order'] =>
  readStored(place(project)) === 'priority' ? 'priority' : 'rank';

export const storeOrder = (project: string, order: 'rank' | 'priority'): void => store(place(project), order);
