/** differing keeps what a form changed since it began: the rest may have been changed by others meanwhile. */
export function differing<T extends object>(before: Partial<T>, now: T): Partial<T> {
  const kept = Object.entries(now).filter(([name, value]) => !same(before[name as keyof T], value));
  return Object.fromEntries(kept) as Partial<T>;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
