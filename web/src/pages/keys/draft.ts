import type { ApiKey, KeyBody } from '../../api/types.gen';
import { endOf, type Term } from './expiry';

/** A key being edited. */
export interface Draft {
  name: string;
  scopes: string[];
  term: Term;
  /** The last day, if the term is a date. */
  date: string;
  ips: string[];
}

export const newDraft: Draft = { name: '', scopes: [], term: '90', date: '', ips: [] };

export const draftOf = (key: ApiKey): Draft => ({
  name: key.name,
  scopes: key.scopes,
  term: 'keep',
  date: '',
  ips: key.allow_ips,
});

type MissingPart = 'needName' | 'needScope' | 'needDate';

/** What is missing before a draft can be sent. */
export function missingParts(draft: Draft, today: string): MissingPart[] {
  const list: MissingPart[] = [];
  if (draft.name.trim() === '') list.push('needName');
  if (draft.scopes.length === 0) list.push('needScope');
  if (draft.term !== 'keep' && endOf(draft.term, draft.date, today) === undefined) list.push('needDate');
  return list;
}

/** The request body; the expiry is omitted if it does not change. */
export function inputOf(draft: Draft, today: string): Omit<KeyBody, 'expires_at'> & Partial<KeyBody> {
  const input = { name: draft.name.trim(), scopes: draft.scopes, allow_ips: draft.ips };
  const end = endOf(draft.term, draft.date, today);
  return end === undefined ? input : { ...input, expires_at: end };
}

export const sameDraft = (one: Draft, other: Draft): boolean => JSON.stringify(one) === JSON.stringify(other);
