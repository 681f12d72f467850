import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { financeKey } from '../../api/finance';
import { ApiError } from '../../api/http';
import { createLink, deleteLink, roadmapKey, roadmapQuery, saveLink } from '../../api/roadmap';
import type { LinkBody, LinkChange, PlanNode, RoadLink, Roadmap } from '../../api/types.gen';
import { useT } from '../../i18n';
import { useNotify } from '../../ui/notify';
import { linkOf } from './context';
import { isPending, pendingUuid } from './plan';

/** A link refused because it would close a cycle: its ends, and the cycle in order. */
export interface RefusedLink {
  link: LinkBody;
  cycle: readonly string[];
}

export interface Links {
  join: (pred: string, succ: string, terms?: LinkChange) => Promise<void>;
  change: (link: RoadLink, terms: LinkChange) => void;
  unlink: (link: RoadLink) => void;
  refused: RefusedLink | null;
  forget: () => void;
}

/** A change of a link, which is given as it was before. */
interface Changing {
  link: RoadLink;
  terms: LinkChange;
  undoes?: boolean;
}

/** Creates, changes and removes links optimistically. */
export function useLinks(project: string, nodes: ReadonlyMap<string, PlanNode>): Links {
  const t = useT();
  const notify = useNotify();
  const client = useQueryClient();
  const drawn = useRef(0);
  const [refused, setRefused] = useState<RefusedLink | null>(null);
  const { queryKey } = roadmapQuery(project);
  const edit = async (change: (links: RoadLink[]) => RoadLink[]) => {
    await client.cancelQueries({ queryKey });
    client.setQueryData<Roadmap>(queryKey, (old) => old && { ...old, links: change(old.links) });
  };
  const settle = () =>
    Promise.all([roadmapKey(project), financeKey(project)].map((key) => client.invalidateQueries({ queryKey: key })));
  const creation = useMutation({
    mutationFn: (link: LinkBody) => createLink(project, link),
    onMutate: async (link) => {
      drawn.current += 1;
      const uuid = pendingUuid(link, drawn.current);
      await edit((links) => [...links, { type: 'FS', lag_days: 0, ...link, uuid }]);
      return uuid;
    },
    onSuccess: (created, link) => {
      setRefused(null);
      notify.done(t('roadmap.linked', namesOf(nodes, link)), () => unlink(created));
    },
    onError: async (error, link, uuid) => {
      await edit((links) => links.filter((one) => one.uuid !== uuid));
      if (error instanceof ApiError && error.cycle.length > 0) setRefused({ link, cycle: error.cycle });
      else notify.failed(error);
    },
    onSettled: settle,
  });
  const removal = useMutation({
    mutationFn: (link: RoadLink) => deleteLink(link.uuid),
    onMutate: (link) => edit((links) => links.filter((one) => one.uuid !== link.uuid)),
    onSuccess: (_, link) => {
      setRefused(null);
      notify.done(t('roadmap.unlinked', namesOf(nodes, link)), () => creation.mutate(endsOf(link)));
    },
    onError: (error) => notify.failed(error),
    onSettled: settle,
  });
  const changing = useMutation({
    mutationFn: ({ link, terms }: Changing) => saveLink(link.uuid, terms),
    onMutate: ({ link, terms }) =>
      edit((links) => links.map((one) => (one.uuid === link.uuid ? { ...one, ...terms } : one))),
    onSuccess: (_, { link, undoes }) => {
      const back = { type: link.type, lag_days: link.lag_days };
      if (undoes) notify.done(t('common.undone'));
      else notify.done(t('common.saved'), () => change({ link, terms: back, undoes: true }));
    },
    onError: (error) => notify.failed(error),
    onSettled: settle,
  });
  function change(changed: Changing): void {
    changing.mutate(changed);
  }
  function unlink(link: RoadLink): void {
    if (!isPending(link)) removal.mutate(link);
  }
  return {
    change: (link, terms) => {
      if (!isPending(link)) change({ link, terms });
    },
    join: async (pred, succ, terms) => {
      const link = linkOf(nodes, pred, succ);
      if (link !== null) await creation.mutateAsync({ ...link, ...terms }).catch(() => {}); // already reported
    },
    unlink,
    refused,
    forget: () => setRefused(null),
  };
}

const endsOf = ({ uuid: _, ...body }: RoadLink): LinkBody => body;

const namesOf = (nodes: ReadonlyMap<string, PlanNode>, link: LinkBody) => ({
  pred: nodes.get(link.pred_uuid)?.title ?? '',
  succ: nodes.get(link.succ_uuid)?.title ?? '',
});
