import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { frameQuery } from '../api/frame';
import { ticketQuery } from '../api/tickets';
import type { Frame } from '../api/types.gen';

/** The project of the current URL, directly or through a ticket; null elsewhere. */
export function useCurrentProject(): { uuid: string; frame: Frame | undefined } | null {
  const { project, ticket: byUUID, key } = useParams({ strict: false });
  const ticket = byUUID ?? key;
  const found = useQuery({ ...ticketQuery(ticket ?? ''), enabled: ticket !== undefined && project === undefined });
  const uuid = project ?? (ticket === undefined ? undefined : found.data?.project_uuid);
  const frame = useQuery({ ...frameQuery(uuid ?? ''), enabled: uuid !== undefined });
  return uuid === undefined ? null : { uuid, frame: frame.data };
}
