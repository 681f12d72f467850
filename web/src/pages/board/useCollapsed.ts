import { useCallback, useState } from 'react';
import { readStored, store } from '../../storage';

const place = (project: string) => `earnest.board.collapsed.${project}`;

function read(project: string): string[] {
  try {
    const kept: unknown = JSON.parse(readStored(place(project)) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

/** Remembers in this browser which columns of a project are collapsed. */
export function useCollapsed(project: string): [ReadonlySet<string>, (status: string) => void] {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(() => new Set(read(project)));
  const toggle = useCallback(
    (status: string) =>
      setCollapsed((old) => {
        const next = new Set(old);
        if (!next.delete(status)) next.add(status);
        store(place(project), JSON.stringify([...next]));
        return next;
      }),
    [project],
  );
  return [collapsed, toggle];
}
