/** The fields that a form changed. Only these should be saved, because others may have changed the rest meanwhile. */
export function changedFields<T extends object>(before: object, now: T): Partial<T> {
  const old = new Map(Object.entries(before));
  const changed = Object.entries(now).filter(([name, value]) => !isEqual(old.get(name), value));
  return Object.fromEntries(changed) as Partial<T>;
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
