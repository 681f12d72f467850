import { List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { deleteNode } from '../../api/epics';
import type { PlanNode } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Confirm } from '../../ui/Confirm';
import { useNotify } from '../../ui/notify';
import { usePlanChanged } from './usePlanChanged';

interface Props {
  project: string;
  node: PlanNode;
  /** How many epics a super-epic contains, and how many links the node has. */
  epics: number;
  links: number;
  onClose: () => void;
  /** Called with true when the deletion starts and with false if it fails, so that the node's own page can stop fetching. */
  onGoing?: (going: boolean) => void;
  onDeleted?: () => void;
}

/** Asks for confirmation and explains what is kept. */
export function DeleteNode({ project, node, epics, links, onClose, onGoing, onDeleted }: Props) {
  const t = useT();
  const notify = useNotify();
  const changed = usePlanChanged(project);
  const deletion = useMutation({
    mutationFn: () => deleteNode(node.kind, node.uuid),
    onMutate: () => onGoing?.(true),
    onSuccess: async () => {
      onDeleted?.();
      await changed();
      notify.done(t('epics.deleted', { title: node.title }));
      onClose();
    },
    onError: (error) => {
      onGoing?.(false);
      notify.failed(error);
    },
  });
  const stays =
    node.kind === 'epic' ? t('epics.ticketsStay', { count: node.tickets }) : t('epics.epicsStay', { count: epics });
  return (
    <Confirm
      opened
      danger
      busy={deletion.isPending}
      title={t('epics.deleteTitle', { title: node.title })}
      action={t('common.delete')}
      onClose={onClose}
      onConfirm={() => deletion.mutate()}
    >
      <Stack gap="xs">
        <Text>{t(`epics.deleteText_${node.kind}`)}</Text>
        <List size="sm">
          <List.Item>{stays}</List.Item>
          {node.minutes > 0 && <List.Item>{t(`epics.timeStays_${node.kind}`)}</List.Item>}
          {links > 0 && <List.Item>{t('epics.linksGo', { count: links })}</List.Item>}
        </List>
      </Stack>
    </Confirm>
  );
}
