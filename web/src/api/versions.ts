import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { changedFields, replacedFields } from '../changedFields';
import { changedMeanwhile, hasCode } from './http';

export interface Versioned {
  version: string;
}

interface Saving<T, C, R> {
  /** The item as it was last read. */
  known: T;
  /** Fields of the item as their reader has seen them. */
  over: Partial<T>;
  /** The change, for the item as it is now. */
  edit: (now: T) => C;
  send: (change: C, version: string) => Promise<R>;
  read: () => Promise<T>;
}

/**
 * Saves an item unless somebody else has given a field in `over` a value that is neither the one seen nor the one wanted. Changes of other fields do not
 * matter: then the item is read again, and saved as it is now.
 */
export async function saveUnlessChanged<T extends Versioned, C extends object, R>({
  known,
  over,
  edit,
  send,
  read,
}: Saving<T, C, R>): Promise<R> {
  let now = known;
  let isFresh = false;
  let refused: string | undefined;
  for (;;) {
    const change = edit(now);
    if (hasFields(changedFields(change, changedFields(over, replacedFields(now, over))))) {
      if (isFresh) throw changedMeanwhile();
    } else {
      try {
        return await send(change, now.version);
      } catch (error) {
        if (hasCode(error, 'signed_out') && error.request) error.request.over = replacedFields(now, change);
        if (!hasCode(error, 'changed_meanwhile') || now.version === refused) throw error;
        refused = now.version;
      }
    }
    now = await read();
    isFresh = true;
  }
}

/** Reads from the server; a read that is already under way may be older than what is looked for. */
export async function readAgain<T, K extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, Error, T, K>,
): Promise<T> {
  await client.cancelQueries({ queryKey: query.queryKey, exact: true });
  return client.fetchQuery({ ...query, staleTime: 0 });
}

/** An item that is being edited in a form. */
export interface Editing<T> {
  /** The item when the form was opened. */
  before: T;
  /** The item as it was last read. The version may be missing; then the item is read before it is saved. */
  known: T & Partial<Versioned>;
  /** The fields of the form that clash, as somebody else has saved them and as they were typed. */
  theirs: Partial<T>;
  mine: Partial<T>;
  /** The error for which showing both versions is explanation enough. */
  explained?: unknown;
}

/** The fields that a form replaces: those that its reader has changed, and those in `theirs` that the form shows otherwise. */
export const fieldsToSave = <T extends object>(
  { before, theirs }: Pick<Editing<T>, 'before' | 'theirs'>,
  typed: object,
): Partial<T> => ({
  ...(changedFields(before, typed) as Partial<T>),
  ...(changedFields(theirs, replacedFields(typed, theirs)) as Partial<T>),
});

interface FormSaving<T, R> {
  /** All fields of the form. */
  typed: object;
  /** Whether the fields that the form leaves unchanged must also be as its reader has seen them. */
  whole: boolean;
  send: (changed: Partial<T>, version: string) => Promise<R>;
  read: () => Promise<T & Versioned>;
  /** `merged` has the fields that only others have changed, which the form then begins with. */
  onFailed: (editing: Editing<T>, merged: Partial<T>) => void;
}

/**
 * Saves what a form changes, unless somebody else has changed the same fields. If it is not saved, `onFailed` gets both versions of the fields that clash; with
 * `whole`, each field that others have changed does.
 */
export async function saveForm<T extends object, R>(
  editing: Editing<T>,
  { typed, whole, send, read, onFailed }: FormSaving<T, R>,
): Promise<R> {
  const changed = fieldsToSave(editing, typed);
  const seen: T = { ...editing.before, ...editing.theirs };
  let known = editing.known;
  const look = async () => {
    const now = await read();
    known = now;
    return now;
  };
  try {
    const { version } = known;
    return await saveUnlessChanged<T & Versioned, object, R>({
      known: version === undefined ? await look() : { ...known, version },
      over: replacedFields(seen, whole ? typed : changed) as Partial<T & Versioned>,
      edit: () => typed,
      send: (_, now) => send(changed, now),
      read: look,
    });
  } catch (error) {
    const news = changedFields<Partial<T>>(editing.before, replacedFields<T>(known, typed)) as Partial<T>;
    const own = replacedFields(typed, whole ? news : changed);
    const theirs = replacedFields(news, changedFields(news, replacedFields(own, news))) as Partial<T>;
    const merged = Object.fromEntries(Object.entries(news).filter(([name]) => !(name in theirs))) as Partial<T>;
    const isNews = hasFields(changedFields(editing.theirs, theirs));
    const explained = isNews && hasCode(error, 'changed_meanwhile') ? error : undefined;
    const mine = replacedFields(typed, theirs) as Partial<T>;
    onFailed({ before: { ...editing.before, ...merged }, known, theirs, mine, explained }, merged);
    throw error;
  }
}

export const hasFields = (part: object): boolean => Object.keys(part).length > 0;
