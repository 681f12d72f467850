/** The fields that a form changed. Only these should be saved, because others may have changed the rest meanwhile. */
export function changedFields<T extends object>(before: object, now: T): Partial<T> {
  const old = new Map(Object.entries(before));
  const changed = Object.entries(now).filter(([name, value]) => !isEqual(old.get(name), value));
  return Object.fromEntries(changed) as Partial<T>;
}

/** The fields of an item that a change replaces, as they are before it. */
export const replacedFields = <T extends object>(item: T, change: object): Partial<T> =>
  Object.fromEntries(Object.entries(item).filter(([name]) => name in change)) as Partial<T>;

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
