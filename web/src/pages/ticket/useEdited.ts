import { useState } from 'react';
import { draftsAfter } from '../../drafts';
import { useDraftOwner } from '../../ui/useDraft';

interface Item {
  id: string;
}

/** An item with the id that it has in the stored list, which differs if somebody else has changed it. */
type Shown<T> = T & { at: string };

/**
 * Items of a list, in which those that are being edited keep their ids: one that somebody else has changed is found by `successor`, and one that is gone goes
 * last.
 */
export function withEdited<T extends Item>(
  items: T[],
  edited: T[],
  successor: (id: string) => T | undefined = () => undefined,
): Shown<T>[] {
  const isGone = (id: string) => items.every((item) => item.id !== id);
  const shown = items.map((item) => ({ ...item, at: item.id }));
  for (const item of edited.filter(({ id }) => isGone(id))) {
    const after = successor(item.id);
    const place = shown.findIndex((one) => one.at === after?.id && one.at === one.id);
    if (after === undefined || place < 0) shown.push({ ...item, at: item.id });
    else shown[place] = { ...after, id: item.id, at: after.id };
  }
  return shown;
}

/**
 * Keeps the items of a list that are being edited, or of which this tab has unsaved text, so that this text does not vanish with them. The names of their
 * drafts are `drafts` and their ids; `gone` makes an item that the list no longer has.
 */
export function useEdited<T extends Item>(
  items: T[],
  drafts: string,
  gone?: (id: string) => T,
  successor?: (id: string) => T | undefined,
) {
  const owner = useDraftOwner();
  const [edited, setEdited] = useState(() =>
    draftsAfter(owner, drafts)
      .filter((id) => !/\.(base|mine)$/.test(id))
      .map((id) => items.find((item) => item.id === id) ?? gone?.(id))
      .filter((item) => item !== undefined),
  );
  const setEditing = (item: T, editing: boolean) =>
    setEdited((old) => [...old.filter(({ id }) => id !== item.id), ...(editing ? [item] : [])]);
  return { shown: withEdited(items, edited, successor), setEditing };
}
