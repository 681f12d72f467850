// Commands and shortcuts of the current page. Components register theirs while mounted.
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';

export interface Command {
  id: string;
  label: string;
  /** Extra search words. */
  words?: string;
  run: () => void;
}

export interface Shortcut {
  /** One key ("n", "?"), two in a row ("g b"), or with Ctrl or Cmd ("mod+k"). */
  keys: string;
  label: string;
  run: () => void;
  /** Works on every page. */
  everywhere?: boolean;
}

interface Registry {
  commands: Set<() => Command[]>;
  shortcuts: Set<() => Shortcut[]>;
}

const RegistryContext = createContext<Registry | null>(null);

export function RegistryProvider(props: { children: ReactNode }) {
  const [registry] = useState<Registry>(() => ({ commands: new Set(), shortcuts: new Set() }));
  return <RegistryContext value={registry}>{props.children}</RegistryContext>;
}

function useRegistry(): Registry {
  const registry = useContext(RegistryContext);
  if (registry === null) throw new Error('RegistryProvider is missing');
  return registry;
}

function useRegistered<T>(set: Set<() => T[]>, items: T[]): void {
  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  });
  useEffect(() => {
    const read = () => latest.current;
    set.add(read);
    return () => {
      set.delete(read);
    };
  }, [set]);
}

/** Adds commands to the palette while the component is mounted. */
export const useCommands = (commands: Command[]): void => useRegistered(useRegistry().commands, commands);

/** Adds shortcuts while the component is mounted; `?` lists them. */
export const useShortcuts = (shortcuts: Shortcut[]): void => useRegistered(useRegistry().shortcuts, shortcuts);

/** Reads what is registered at the time of the call. */
export function useRegisteredActions(): { commands: () => Command[]; shortcuts: () => Shortcut[] } {
  const { commands, shortcuts } = useRegistry();
  return {
    commands: () => [...commands].flatMap((read) => read()),
    shortcuts: () => [...shortcuts].flatMap((read) => read()),
  };
}
