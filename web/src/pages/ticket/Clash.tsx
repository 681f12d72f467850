import { lazy, Suspense } from 'react';
import { Theirs } from '../../ui/Theirs';
import type { TextDraft } from './useText';

const Compare = lazy(() => import('../../ui/Compare').then(({ Compare }) => ({ default: Compare })));

interface Props {
  typing: Omit<TextDraft, 'draft'>;
  /** The text as somebody else has saved it. */
  theirs: string;
}

/** Compares the reader's text with the one that somebody else has saved in the meantime, if there is one. */
export function Clash({ typing, theirs }: Props) {
  const { mine } = typing;
  if (mine === null) return null;
  return (
    <Suspense fallback={<Theirs>{theirs}</Theirs>}>
      <Compare
        mine={mine}
        theirs={theirs}
        onKeepMine={() => typing.keep(mine)}
        onTakeTheirs={typing.discard}
        onEditMine={typing.editMine}
        onEditTheirs={typing.editTheirs}
      />
    </Suspense>
  );
}
