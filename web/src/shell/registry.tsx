// What the page on the screen offers: commands for the palette, and shortcuts. Pages add theirs while they are mounted.
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';

export interface Command {
  id: string;
  label: string;
  /** Further words that find it. */
  words?: string;
  run: () => void;
}

export interface Shortcut {
  /** One key ("n", "?"), two in a row ("g b"), or with Ctrl or Cmd ("mod+k"). */
  keys: string;
  label: string;
  run: () => void;
  /** It works on every page. */
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
  if (registry === null) throw new Error('there is no RegistryProvider above');
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

/** useCommands adds commands to the palette while the component is there. */
export const useCommands = (commands: Command[]): void => useRegistered(useRegistry().commands, commands);

/** useShortcuts adds shortcuts while the component is there; `?` lists them. */
export const useShortcuts = (shortcuts: Shortcut[]): void => useRegistered(useRegistry().shortcuts, shortcuts);

/** useOffered reads what is offered at the moment of the call. */
export function useOffered(): { commands: () => Command[]; shortcuts: () => Shortcut[] } {
  const { commands, shortcuts } = useRegistry();
  return {
    commands: () => [...commands].flatMap((read) => read()),
    shortcuts: () => [...shortcuts].flatMap((read) => read()),
  };
}
