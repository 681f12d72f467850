import { useState } from 'react';
import { readDraft } from '../../drafts';

interface Item {
  id: string;
}

/** Items of a list with those at its end that are being edited and that somebody else has changed or deleted. */
export const withEdited = <T extends Item>(items: T[], edited: T[]): T[] => [
  ...items,
  ...edited.filter(({ id }) => items.every((item) => item.id !== id)),
];

/** Keeps the items of a list that are being edited, or of which this tab has unsaved text, so that this text does not vanish with them. */
export function useEdited<T extends Item>(items: T[], draftOf: (id: string) => string) {
  const [edited, setEdited] = useState(() => items.filter(({ id }) => readDraft(draftOf(id)) !== null));
  const setEditing = (item: T, editing: boolean) =>
    setEdited((old) => [...old.filter(({ id }) => id !== item.id), ...(editing ? [item] : [])]);
  return { shown: withEdited(items, edited), setEditing };
}
