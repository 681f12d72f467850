import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Children, type MouseEvent, type ReactNode } from 'react';
import { projectKeysQuery } from '../../../api/projects';
import { ticketQuery } from '../../../api/tickets';
import { useCurrentProject } from '../../../shell/useCurrentProject';
import { projectOf, splitKeys } from '../../../ticketKeys';

/** A text whose ticket keys are links, if the reader knows their projects. */
export function KeyText({ text }: { text: string }): ReactNode {
  return Children.toArray(useKeys(text).map(drawPart));
}

const drawPart = (part: KeyPart): ReactNode => (typeof part === 'string' ? part : <KeyLink ticket={part.key} />);

/** Renders a text; most texts contain no key and need nothing more. */
export const withKeys = (text: string): ReactNode => (splitKeys(text).length > 1 ? <KeyText text={text} /> : text);

export type KeyPart = string | { key: string };

/** Splits a text into plain text and the keys of tickets. The keys of the reader's other projects are loaded only if the text may name one of them. */
export function useKeys(text: string): KeyPart[] {
  const parts = splitKeys(text);
  const current = useCurrentProject()?.frame?.project;
  const own = current === undefined ? [] : [current.key, ...current.old_keys];
  const isKey = (n: number) => n % 2 === 1;
  const foreign = parts.some((part, n) => isKey(n) && !own.includes(projectOf(part)));
  const others = useQuery({ ...projectKeysQuery, enabled: foreign }).data?.keys ?? [];
  const known = new Set([...own, ...others]);
  return parts.map((part, n) => (isKey(n) && known.has(projectOf(part)) ? { key: part } : part));
}

/** A link to a ticket. A ticket of the current project opens beside the page. */
export function KeyLink({ ticket }: { ticket: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { project } = useParams({ strict: false });
  const key = ticket.toUpperCase();
  const open = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const found = await client.fetchQuery(ticketQuery(key)).catch(() => undefined); // the page of the ticket tells the reader
    if (found === undefined || found.project_uuid !== project) return navigate({ to: '/$key', params: { key } });
    return navigate({ to: '.', search: (old) => ({ ...old, ticket: found.uuid }) });
  };
  return (
    <Link to="/$key" params={{ key }} preload={false} onClick={(event) => void open(event)}>
      {ticket}
    </Link>
  );
}
