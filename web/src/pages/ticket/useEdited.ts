import { useState } from 'react';
import { draftsAfter } from '../../drafts';
import { useDraftOwner } from '../../ui/useDraft';

interface Item {
  id: string;
}

/** Items of a list with those at its end that are being edited and that somebody else has changed or deleted. */
export const withEdited = <T extends Item>(items: T[], edited: T[]): T[] => [
  ...items,
  ...edited.filter(({ id }) => items.every((item) => item.id !== id)),
];

/**
 * Keeps the items of a list that are being edited, or of which this tab has unsaved text, so that this text does not vanish with them. The names of their
 * drafts are `drafts` and their ids; `gone` makes an item that the list no longer has.
 */
export function useEdited<T extends Item>(items: T[], drafts: string, gone?: (id: string) => T) {
  const owner = useDraftOwner();
  const [edited, setEdited] = useState(() =>
    draftsAfter(owner, drafts)
      .filter((id) => !/\.(base|mine)$/.test(id))
      .map((id) => items.find((item) => item.id === id) ?? gone?.(id))
      .filter((item) => item !== undefined),
  );
  const setEditing = (item: T, editing: boolean) =>
    setEdited((old) => [...old.filter(({ id }) => id !== item.id), ...(editing ? [item] : [])]);
  return { shown: withEdited(items, edited), setEditing };
}
