import { Clash } from '../../ui/Clash';
import type { TextDraft } from './useText';

interface Props {
  typing: Omit<TextDraft, 'draft'>;
  /** The text as somebody else has saved it. */
  theirs: string;
}

/** Compares the reader's text with the one that somebody else has saved in the meantime, if there is one. */
export function TextClash({ typing, theirs }: Props) {
  const { mine } = typing;
  if (mine === null) return null;
  return (
    <Clash
      fields={[{ mine, theirs }]}
      onKeepMine={() => typing.keep(mine)}
      onTakeTheirs={typing.discard}
      onEditMine={typing.editMine}
      onEditTheirs={typing.editTheirs}
    />
  );
}
