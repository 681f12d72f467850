import { createContext, useContext } from 'react';
import type { CardFilter } from '../../api/cards';
import type { TicketInput } from '../../api/tickets';
import type { Card, Frame, FrameStatus } from '../../api/types.gen';
import type { ColumnOf } from './columns';
import type { Names } from './useBoard';

/** What every card and column of one board needs. It changes only when the project or the filter does. */
export interface BoardWorld {
  project: string;
  frame: Frame;
  filter: CardFilter;
  names: Names;
  open: (uuid: string) => void;
  move: (card: Card, to: FrameStatus) => void;
  save: (card: Card, patch: TicketInput) => void;
  remove: (card: Card) => void;
  add: (title: string, to: FrameStatus, onLost: () => void) => void;
  /** The columns as they are now; for keys, which need not draw anything anew. */
  columns: () => ColumnOf[];
  /** Moves the focus to a card, drawn or not. */
  focus: (uuid: string, status: string) => void;
  openMenu: (uuid: string | null) => void;
  openAdd: (status: string | null) => void;
}

const BoardContext = createContext<BoardWorld | null>(null);
export const BoardProvider = BoardContext.Provider;

export function useBoardWorld(): BoardWorld {
  const world = useContext(BoardContext);
  if (world === null) throw new Error('there is no BoardProvider above');
  return world;
}
