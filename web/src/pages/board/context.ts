import { createContext, useContext } from 'react';
import type { CardFilter } from '../../api/cards';
import type { TicketInput } from '../../api/tickets';
import type { Card, Frame, FrameStatus, RankEnd } from '../../api/types.gen';
import type { ColumnOf, DropTarget } from './columns';
import type { Names } from './useBoard';

/** Shared by every card and column. Changes only with the project or the filter. */
export interface BoardActions {
  project: string;
  frame: Frame;
  filter: CardFilter;
  names: Names;
  open: (uuid: string) => void;
  /** Moves a card to another column, where it keeps its rank. */
  move: (card: Card, to: FrameStatus) => void;
  /** Moves a card to where it was dropped. */
  drop: (uuid: string, target: DropTarget) => void;
  /** Moves a card up (-1) or down (1) by one place. */
  step: (uuid: string, by: -1 | 1) => void;
  toEnd: (card: Card, end: RankEnd) => void;
  save: (card: Card, patch: TicketInput) => void;
  remove: (card: Card) => void;
  add: (title: string, to: FrameStatus, onLost: () => void) => void;
  /** Loads the next cards of a column. */
  more: (status: string) => Promise<unknown>;
  /** Loads the next cards of a column, announces it, and focuses the first of them. */
  showMore: (status: FrameStatus) => void;
  /** The current columns, which key handlers can read without causing a rerender. */
  columns: () => ColumnOf[];
  /** Focuses a card, even if it is not rendered yet. */
  focus: (uuid: string, status: string) => void;
  openMenu: (uuid: string | null) => void;
  openAdd: (status: string | null) => void;
}

const BoardContext = createContext<BoardActions | null>(null);
export const BoardProvider = BoardContext.Provider;

export function useBoardActions(): BoardActions {
  const world = useContext(BoardContext);
  if (world === null) throw new Error('BoardProvider is missing');
  return world;
}
