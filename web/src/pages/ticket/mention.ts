// Mentions: an @ and the name of a member.
import type { FrameMember } from '../../api/types.gen';
import { fold } from '../../searchWords';

export interface MentionQuery {
  /** The position of the @. */
  at: number;
  typed: string;
}

/** The mention being typed before the caret; undefined if there is none, as in an email address. */
export function mentionAt(text: string, caret: number): MentionQuery | undefined {
  const match = /(?:^|[\s(])@([\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]*)?)$/u.exec(text.slice(0, caret));
  if (match === null) return undefined;
  const typed = match[1] ?? '';
  return { at: caret - typed.length - 1, typed };
}

/** Members whose name, or a word in it, starts with what was typed. */
export function matchingMembers(members: FrameMember[], typed: string): FrameMember[] {
  const wanted = fold(typed);
  return members
    .filter((member) => member.status !== 'inactive')
    .filter(
      ({ name }) =>
        fold(name).startsWith(wanted) ||
        fold(name)
          .split(' ')
          .some((word) => word.startsWith(wanted)),
    )
    .slice(0, 6);
}

/** Inserts the name and returns the new caret position. */
export function insertMention(
  text: string,
  caret: number,
  asked: MentionQuery,
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, asked.at)}@${name} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}

/** Members mentioned in the text; longer names match first. */
export function mentionsIn(text: string, members: FrameMember[]): number[] {
  let rest = text;
  const found: number[] = [];
  for (const member of [...members].sort((a, b) => b.name.length - a.name.length)) {
    const [first, ...others] = rest.split(`@${member.name}`);
    if (others.length === 0 || !others.some((after) => !/^[\p{L}\p{N}]/u.test(after))) continue;
    found.push(member.user_id);
    rest = [first, ...others].join(' ');
  }
  return found.sort((a, b) => a - b);
}
