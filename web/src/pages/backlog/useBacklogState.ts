import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useFrame } from '../../api/frame';
import { velocityQuery } from '../../api/sprints';
import type { Card } from '../../api/types.gen';
import type { BacklogState, OpenDialog } from './context';
import type { Field } from './fields';
import type { Section } from './sections';
import { add, choose, extend, nothing, prune, toggle } from './selection';
import { useChanges } from './useChanges';

export interface Picking {
  field: Field;
  cards: Card[];
  anchor: HTMLElement;
}

/** The state of the page; `shown` contains the cards in display order. */
export function useBacklogState(
  project: string,
  shown: readonly Card[],
  filtered: boolean,
  load: (section: Section, all?: boolean) => Promise<Card[]>,
) {
  const frame = useFrame(project);
  const navigate = useNavigate();
  const changes = useChanges(project);
  const velocity = useQuery(velocityQuery(project)).data;
  const [selection, setSelection] = useState(nothing);
  const [active, setActive] = useState<string | null>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [picking, setPicking] = useState<Picking | null>(null);
  const [dialogue, setDialogue] = useState<OpenDialog | null>(null);
  useEffect(() => setSelection((old) => prune(old, new Set(shown.map((card) => card.uuid)))), [shown]);
  const names = useNames(project);
  const order = () => shown.map((card) => card.uuid);
  const ctx: BacklogState = {
    project,
    frame,
    filtered,
    velocity,
    changes,
    mayWrite: frame.may.write,
    ...names,
    selection,
    select: (card, range) => setSelection((old) => (range ? extend(old, card.uuid, order()) : toggle(old, card.uuid))),
    selectAll: (cards) =>
      setSelection((old) =>
        cards.length === 0
          ? nothing
          : choose(
              old,
              cards.map((card) => card.uuid),
            ),
      ),
    loadMore: async (section) => {
      const known = new Set(section.cards.map((card) => card.uuid));
      return (await load(section)).find((card) => !known.has(card.uuid))?.uuid;
    },
    selectRest: async (sections) => {
      for (const section of sections) {
        const cards = await load(section, true);
        setSelection((old) =>
          add(
            old,
            cards.map((card) => card.uuid),
          ),
        );
      }
    },
    active: shown.some((card) => card.uuid === active) ? active : (shown[0]?.uuid ?? null),
    setActive,
    editing,
    setEditing,
    folded,
    fold: (section) => setFolded((old) => toggledIn(old, section)),
    pick: (field, cards, anchor) => setPicking({ field, cards, anchor }),
    targets: (card) =>
      selection.chosen.has(card.uuid) ? shown.filter((one) => selection.chosen.has(one.uuid)) : [card],
    openTicket: (ticket) => void navigate({ to: '.', search: (old) => ({ ...old, ticket }) }),
    ask: setDialogue,
  };
  return { ctx, picking, setPicking, dialogue, setDialogue };
}

function toggledIn(old: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const next = new Set(old);
  if (!next.delete(value)) next.add(value);
  return next;
}

/** Lookup maps from the frame. */
function useNames(project: string): Pick<BacklogState, 'statuses' | 'members' | 'epics' | 'tags'> {
  const frame = useFrame(project);
  return useMemo(
    () => ({
      statuses: new Map(frame.statuses.map((status) => [status.key, status])),
      members: new Map(frame.members.map((member) => [member.user_id, member])),
      epics: new Map(frame.epics.map((epic) => [epic.uuid, epic])),
      tags: new Map(frame.tags.map((tag) => [tag.uuid, tag.name])),
    }),
    [frame],
  );
}
