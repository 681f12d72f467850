// Local storage, which may be unavailable; in that case, reads find nothing and writes have no effect.

/** Null if storage is unavailable. */
export function attempt<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}

export const readStored = (key: string): string | null => attempt(() => localStorage.getItem(key));

/** Stores a value, or removes it when null. */
export function store(key: string, value: string | null, area = () => localStorage): void {
  attempt(() => (value === null ? area().removeItem(key) : area().setItem(key, value)));
}
