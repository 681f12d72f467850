// One popover is shared by all bars, because one per bar would make a long roadmap slow.

import { Popover } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import type { PlanNode } from '../../api/types.gen';
import { useRoadmap } from './context';
import { NodeCard } from './NodeCard';

type Show = (node: PlanNode, anchor: HTMLElement) => void;

const CardsContext = createContext<Show>(() => undefined);
export const useCards = (): Show => useContext(CardsContext);

interface Shown {
  uuid: string;
  anchor: HTMLElement;
  place: DOMRect;
}

/** Shows a node's card beside the pressed element, and restores the focus afterwards. */
export function NodeCards(props: { children: ReactNode }) {
  const { nodes } = useRoadmap();
  const [shown, setShown] = useState<Shown | null>(null);
  const show = useCallback<Show>((node, anchor) => {
    setShown({ uuid: node.uuid, anchor, place: anchor.getBoundingClientRect() });
  }, []);
  const node = shown === null ? undefined : nodes.get(shown.uuid);
  const close = () => {
    setShown(null);
    shown?.anchor.focus({ preventScroll: true });
  };
  return (
    <CardsContext value={show}>
      {props.children}
      {shown !== null && node !== undefined && (
        <Popover
          opened
          trapFocus
          withRoles={false}
          hideDetached={false}
          position="bottom-start"
          width={320}
          transitionProps={{ duration: 0 }}
          onChange={(opened) => !opened && close()}
        >
          <Popover.Target>
            <span aria-hidden="true" style={visibleRect(shown.place)} />
          </Popover.Target>
          <Popover.Dropdown role="dialog" aria-label={node.title}>
            <NodeCard node={node} onLeave={() => setShown(null)} />
          </Popover.Dropdown>
        </Popover>
      )}
    </CardsContext>
  );
}

/** The visible part of the bar, so that the card is visible too. */
function visibleRect({ top, left, width, height }: DOMRect) {
  const from = Math.max(left, 0);
  const to = Math.min(left + width, window.innerWidth);
  return { position: 'fixed', pointerEvents: 'none', top, left: from, width: Math.max(0, to - from), height } as const;
}
