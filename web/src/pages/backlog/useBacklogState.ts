import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useFrame } from '../../api/frame';
import { velocityQuery } from '../../api/sprints';
import type { Card } from '../../api/types.gen';
import { useT } from '../../i18n';
import type { BacklogState, OpenDialog } from './context';
import type { Field } from './fields';
import { focusRow } from './focus';
import type { Section } from './sections';
import { add, choose, extend, nothing, prune, toggle } from './selection';
import { useChanges } from './useChanges';
import { usePlaces } from './usePlaces';

export interface Picking {
  field: Field;
  cards: Card[];
  anchor: HTMLElement;
}

/** The state of the page; `shown` contains the cards in display order. */
export function useBacklogState(
  project: string,
  shown: readonly Card[],
  { filtered, busy }: Pick<BacklogState, 'filtered' | 'busy'>,
  load: (section: Section, all?: boolean) => Promise<Section | undefined>,
  current: () => Section[],
) {
  const frame = useFrame(project);
  const navigate = useNavigate();
  const changes = useChanges(project);
  const velocity = useQuery(velocityQuery(project)).data;
  const t = useT();
  const [said, setSaid] = useState('');
  const [selection, setSelection] = useState(nothing);
  const [active, setActive] = useState<string | null>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [picking, setPicking] = useState<Picking | null>(null);
  const [dialogue, setDialogue] = useState<OpenDialog | null>(null);
  useEffect(() => setSelection((old) => prune(old, new Set(shown.map((card) => card.uuid)))), [shown]);
  const names = useNames(project);
  const places = usePlaces(changes, current, (uuid) => selection.chosen.has(uuid), setSaid);
  const order = () => shown.map((card) => card.uuid);
  const ctx: BacklogState = {
    project,
    frame,
    filtered,
    busy,
    velocity,
    changes,
    mayWrite: frame.may.write,
    ...names,
    ...places,
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
    loadMore: (section) => load(section),
    showMore: async (section) => {
      const known = new Set(section.cards.map((card) => card.uuid));
      const { cards = [], total = 0 } = (await load(section)) ?? {};
      const first = cards.find((card) => !known.has(card.uuid));
      if (first === undefined) return;
      setSaid(t('backlog.loaded', { shown: cards.length, total, name: section.sprint?.title ?? t('backlog.title') }));
      focusRow(first.uuid);
    },
    selectRest: async (sections) => {
      for (const section of sections) {
        const uuids = (await load(section, true))?.cards.map((card) => card.uuid) ?? [];
        setSelection((old) => add(old, uuids));
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
  return { ctx, said, picking, setPicking, dialogue, setDialogue };
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
