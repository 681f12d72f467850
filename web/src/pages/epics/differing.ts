/** The fields a form changed; others may have changed the rest meanwhile. */
export function differing<T extends object>(before: Partial<T>, now: T): Partial<T> {
  const kept = Object.entries(now).filter(([name, value]) => !same(before[name as keyof T], value));
  return Object.fromEntries(kept) as Partial<T>;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
