import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { attachmentsQuery, deleteAttachment } from '../../../api/attachments';
import { hasCode } from '../../../api/http';
import type { Attachment } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { Confirm } from '../../../ui/Confirm';
import { useNotify } from '../../../ui/notify';
import type { TicketProps } from '../useTicket';

/** Asks before a file is deleted. A file that somebody else has deleted meanwhile is gone just as well. */
export function DeleteFile({ ticket, file, onClose }: TicketProps & { file: Attachment | null; onClose: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const notify = useNotify();
  const remove = useMutation({
    mutationFn: (uuid: string) => deleteAttachment(uuid),
    onError: (error) => hasCode(error, 'not_found') || notify.failed(error),
    onSettled: async () => {
      await client.invalidateQueries(attachmentsQuery(ticket.uuid));
      onClose();
    },
  });
  return (
    <Confirm
      opened={file !== null}
      onClose={onClose}
      onConfirm={() => file && remove.mutate(file.uuid)}
      busy={remove.isPending}
      title={t('files.deleteTitle')}
      action={t('common.delete')}
      danger
    >
      <Text style={{ overflowWrap: 'anywhere' }}>{t('files.deleteText', { name: file?.name ?? '' })}</Text>
    </Confirm>
  );
}
