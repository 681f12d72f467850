/** The fields that a form changed. Only these should be saved, because others may have changed the rest meanwhile. */
export function changedFields<T extends object>(before: object, now: T): Partial<T> {
  const old = new Map(Object.entries(before));
  const changed = Object.entries(now).filter(([name, value]) => !isEqual(old.get(name), value));
  return Object.fromEntries(changed) as Partial<T>;
}

/** The fields of an item that a change replaces, as they are before it. */
export const replacedFields = <T extends object>(item: T, change: object): Partial<T> =>
  Object.fromEntries(Object.entries(item).filter(([name]) => name in change)) as Partial<T>;

/** A list as it is now, with what a choice has added to and removed from the list that was shown. */
export const mergedChoice = (now: string[], shown: string[], chosen: string[]): string[] => [
  ...now.filter((one) => chosen.includes(one) || !shown.includes(one)),
  ...chosen.filter((one) => !shown.includes(one) && !now.includes(one)),
];

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
