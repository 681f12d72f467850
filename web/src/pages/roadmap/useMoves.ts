// Moving bars and milestones. A move is tried and previewed until it is saved or discarded.

import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type PointerEvent, useContext, useMemo, useRef, useState } from 'react';
import { saveNode } from '../../api/epics';
import { financeKey } from '../../api/finance';
import { previewQuery, roadmapKey, roadmapQuery, saveMilestone } from '../../api/roadmap';
import type { Roadmap } from '../../api/types.gen';
import { useT } from '../../i18n';
import { useNotify } from '../../ui/notify';
import { useRoadmap } from './context';
import { backOf, type Movable, moverOf, type Shift, shiftsOf, type Trial, withMilestone } from './move';
import { usePointerDrag } from './usePointerDrag';

export interface Moves {
  trial: Trial | null;
  saved: Roadmap;
  preview: Preview;
  /** The plan that has to fit on the axis. It stays the same during a drag, so that nothing jumps under the pointer. */
  onAxis: Roadmap;
  drag: (event: PointerEvent<HTMLElement>, what: Movable, perDay: number) => void;
  /** Whether the click that is being handled ends a drag. */
  dragged: () => boolean;
  nudge: (element: HTMLElement, what: Movable, days: number) => void;
  save: () => void;
  discard: () => void;
}

export interface Preview {
  /** The plan as it would be, as far as known; the saved plan if nothing is tried. */
  plan: Roadmap;
  /** Whether the plan belongs to exactly what is tried. */
  exact: boolean;
  /** Epics whose bars differ from the saved plan, by uuid. */
  shifts: ReadonlyMap<string, Shift>;
  /** Why the server refuses what is tried. */
  error: Error | null;
}

const MovesContext = createContext<Moves | null>(null);
export const MovesProvider = MovesContext.Provider;

export function useMove(): Moves {
  const moves = useContext(MovesContext);
  if (moves === null) throw new Error('the timeline is missing');
  return moves;
}

/** How long the dates must stay the same before a preview is asked for, in milliseconds. */
const settleTime = 120;

export function useMoves(): Moves {
  const { plan: saved } = useRoadmap();
  const [trial, setTrial] = useState<Trial | null>(null);
  const [held, setHeld] = useState<Roadmap | null>(null);
  const anchor = useRef<HTMLElement | null>(null);
  const { follow, dragged } = usePointerDrag();
  const preview = usePreview(saved, trial);
  const store = useSaveTrial();
  const finish = () => {
    setTrial(null);
    anchor.current?.focus({ preventScroll: true });
  };
  return {
    trial,
    saved,
    preview,
    onAxis: held ?? preview.plan,
    dragged,
    drag: (event, what, perDay) => {
      const moved = moverOf(saved, trial, what);
      if (moved === null || event.pointerType === 'touch') return; // a finger scrolls
      const { clientX: start, currentTarget } = event;
      follow(event, {
        onMove: ({ clientX }) => {
          anchor.current = currentTarget;
          setHeld(preview.plan);
          const days = Math.round((clientX - start) / perDay);
          setTrial(days === 0 ? trial : moved(days));
        },
        onEnd: (dropped) => {
          setHeld(null);
          if (!dropped) setTrial(trial);
        },
      });
    },
    nudge: (element, what, days) => {
      anchor.current = element;
      setTrial(moverOf(saved, trial, what)?.(days) ?? trial);
    },
    save: () => {
      if (trial === null || preview.error !== null) return;
      store(trial, preview.exact ? preview.plan : null);
      finish();
    },
    discard: finish,
  };
}

/** The plan as it would be with what is tried. */
function usePreview(saved: Roadmap, trial: Trial | null): Preview {
  const { project } = useRoadmap();
  const [settled] = useDebouncedValue(trial, settleTime, { leading: true });
  const epic = trial?.kind === 'epic' ? trial.node.uuid : null;
  const asked = settled?.kind === 'epic' && settled.node.uuid === epic ? settled : null;
  const answer = useQuery({
    ...previewQuery(project, asked?.node.uuid ?? '', asked?.dates ?? { start_date: null, target_date: null }),
    enabled: asked !== null,
    placeholderData: (old, query) => (query?.queryKey.at(-2) === epic ? old : undefined),
    retry: false,
  });
  const plan = useMemo(() => {
    if (trial?.kind === 'milestone') return withMilestone(saved, trial.milestone, trial.date);
    return (trial !== null && answer.data) || saved;
  }, [saved, trial, answer.data]);
  const shifts = useMemo(() => new Map(shiftsOf(saved, plan).map((shift) => [shift.uuid, shift])), [saved, plan]);
  const answered = answer.isSuccess && !answer.isPlaceholderData && !answer.isFetching;
  const exact = epic === null || (trial === settled && answered);
  return { plan, exact, shifts, error: epic === null ? null : answer.error };
}

interface Saving {
  trial: Trial;
  /** The plan to show until the server has answered; null if it is unknown. */
  plan: Roadmap | null;
  undoes?: boolean;
}

/** Saves a move optimistically and offers to undo it. */
function useSaveTrial(): (trial: Trial, plan: Roadmap | null) => void {
  const t = useT();
  const notify = useNotify();
  const client = useQueryClient();
  const { project } = useRoadmap();
  const { queryKey } = roadmapQuery(project);
  const mutation = useMutation({
    mutationFn: ({ trial }: Saving) => send(trial),
    onMutate: async ({ plan }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Roadmap>(queryKey);
      if (plan !== null) client.setQueryData<Roadmap>(queryKey, plan);
      return before;
    },
    onSuccess: (_, { trial, undoes }) => {
      const title = trial.kind === 'epic' ? trial.node.title : trial.milestone.name;
      if (undoes) notify.done(t('common.undone'));
      else notify.done(t('roadmap.moved', { title }), () => save({ trial: backOf(trial), plan: null, undoes: true }));
    },
    onError: (error, _, before) => {
      client.setQueryData<Roadmap>(queryKey, before);
      notify.failed(error);
    },
    onSettled: () =>
      Promise.all([roadmapKey(project), financeKey(project)].map((key) => client.invalidateQueries({ queryKey: key }))),
  });
  function save(saving: Saving): void {
    mutation.mutate(saving);
  }
  return (trial, plan) => save({ trial, plan });
}

async function send(trial: Trial): Promise<void> {
  if (trial.kind === 'epic') await saveNode('epic', trial.node.uuid, trial.dates);
  else await saveMilestone(trial.milestone.uuid, { date: trial.date });
}
