import { useMemo } from 'react';
import { useFormat, useT } from '../../i18n';
import { type Access, accessibleResources } from './scopes';

interface ScopeWords {
  resource: (name: string) => string;
  /** What a scope grants, as a sentence. */
  sentence: (scope: string) => string;
  /** What a selection allows, in one or two short phrases. */
  summary: (chosen: readonly string[], all: readonly string[]) => string[];
  /** The same in full, without "and 3 more". */
  full: (chosen: readonly string[], all: readonly string[]) => string[];
}

const named = 3;

/** Describes scopes; unknown ones keep their wire name. */
export function useScopeWords(): ScopeWords {
  const t = useT();
  const format = useFormat();
  return useMemo(() => {
    const maybe = (key: string, otherwise: string) => (t.has(key) ? t(key) : otherwise);
    const resource = (name: string) => maybe(`keys.resource_${name}`, name);
    const listed = (names: string[], most: number) => {
      const words = names.map((name) => resource(name).toLocaleLowerCase());
      if (words.length <= most + 1) return format.list(words);
      return format.list([...words.slice(0, most), t('keys.andMore', { count: words.length - most })]);
    };
    const phrase = (access: Access, found: string[] | 'all', most: number) => {
      if (found === 'all') return t(`keys.${access}sAll`);
      return found.length === 0 ? t(`keys.${access}sNothing`) : t(`keys.${access}s`, { list: listed(found, most) });
    };
    const phrases = (chosen: readonly string[], all: readonly string[], most: number) => {
      const [reads, writes] = [accessibleResources(chosen, all, 'read'), accessibleResources(chosen, all, 'write')];
      if (reads === 'all' && writes === 'all') return [t('keys.scopesAll')];
      if (reads === 'all' && writes.length === 0) return [t('keys.scopesReadAll')];
      return [phrase('read', reads, most), phrase('write', writes, most)];
    };
    return {
      resource,
      sentence: (scope) => maybe(`keys.scope_${scope}`, scope),
      summary: (chosen, all) => phrases(chosen, all, named),
      full: (chosen, all) => phrases(chosen, all, Number.POSITIVE_INFINITY),
    };
  }, [t, format]);
}
