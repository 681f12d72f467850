// Shared state of the page: the project, the selection, and the actions.

import { createContext, useContext } from 'react';
import type { Card, Frame, FrameEpic, FrameMember, FrameStatus, RankEnd, Sprint, Velocity } from '../../api/types.gen';
import type { Field } from './fields';
import type { DropTarget, Section } from './sections';
import type { Selection } from './selection';
import type { Changes } from './useChanges';

export interface OpenDialog {
  kind: 'create' | 'edit' | 'start' | 'close' | 'delete';
  sprint?: Sprint;
  cards?: Card[];
}

export interface BacklogState {
  project: string;
  frame: Frame;
  mayWrite: boolean;
  filtered: boolean;
  /** The rows are those of the previous filters. */
  busy: boolean;
  velocity: Velocity | undefined;
  statuses: ReadonlyMap<string, FrameStatus>;
  members: ReadonlyMap<number, FrameMember>;
  epics: ReadonlyMap<string, FrameEpic>;
  tags: ReadonlyMap<string, string>;
  changes: Changes;
  selection: Selection;
  select: (card: Card, range: boolean) => void;
  selectAll: (cards: readonly Card[]) => void;
  /** Loads the next cards of a section. */
  loadMore: (section: Section) => Promise<unknown>;
  /** Loads the next cards of a section, announces it, and focuses the first of them. */
  showMore: (section: Section) => Promise<void>;
  /** Loads all cards of the sections and adds them to the selection. */
  selectRest: (sections: readonly Section[]) => Promise<void>;
  /** The row that Tab reaches (roving tabindex). */
  active: string | null;
  setActive: (uuid: string) => void;
  /** The ticket whose title is being edited. */
  editing: string | null;
  setEditing: (uuid: string | null) => void;
  folded: ReadonlySet<string>;
  fold: (section: string) => void;
  pick: (field: Field, cards: Card[], anchor: HTMLElement) => void;
  /** The cards an action applies to: the whole selection if the card is part of it, else the card. */
  targets: (card: Card) => Card[];
  /** Moves tickets to where they were dropped. */
  drop: (tickets: string[], target: DropTarget) => void;
  /** Moves a ticket, or the selection that it is part of, up (-1) or down (1) by one place. */
  step: (uuid: string, by: -1 | 1) => void;
  toEnd: (cards: readonly Card[], end: RankEnd) => void;
  openTicket: (uuid: string) => void;
  ask: (dialogue: OpenDialog) => void;
}

export const BacklogContext = createContext<BacklogState | null>(null);

export function useBacklog(): BacklogState {
  const ctx = useContext(BacklogContext);
  if (ctx === null) throw new Error('the context is missing');
  return ctx;
}
