import { Button, FileButton, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { attachmentsQuery } from '../../../api/attachments';
import type { Attachment, Attachments } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { ErrorState, Loading } from '../../../ui/State';
import { TicketSection } from '../TicketSection';
import type { TicketProps } from '../useTicket';
import { type Attach, useAttach } from './context';
import { DeleteFile } from './DeleteFile';
import { FileRow } from './FileRow';
import classes from './files.module.css';
import { ImageTile } from './ImageTile';
import { UploadList } from './UploadList';
import { useUploads } from './useUploads';
import { Viewer } from './Viewer';

/** The files of a ticket, latest first: images as previews, others as rows. */
export function Files({ ticket }: TicketProps) {
  const t = useT();
  const attach = useAttach();
  const query = useQuery(attachmentsQuery(ticket.uuid));
  const { uploads, list } = useUploads(ticket.uuid);
  return (
    <TicketSection id="files" title={t('files.title')} aside={attach && <Choose attach={attach} />}>
      <UploadList uploads={uploads} list={list.filter(({ editor }) => editor === null)} />
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Loading rows={1} />
      ) : (
        <FileList ticket={ticket} data={query.data} />
      )}
    </TicketSection>
  );
}

function Choose({ attach }: { attach: Attach }) {
  const t = useT();
  const reset = useRef<() => void>(null);
  const choose = (files: File[]) => {
    attach.add(files);
    reset.current?.(); // so that the same file can be chosen again
  };
  return (
    <FileButton multiple resetRef={reset} onChange={choose}>
      {(props) => (
        <Button {...props} size="compact-xs" variant="subtle" leftSection={<IconPaperclip size={14} aria-hidden />}>
          {t('files.choose')}
        </Button>
      )}
    </FileButton>
  );
}

/** How many files are shown at first, and how many more at a time. */
const [some, more] = [24, 100];

function FileList({ ticket, data }: TicketProps & { data: Attachments }) {
  const t = useT();
  const mayAttach = useAttach() !== null;
  const [most, setMost] = useState(some);
  const [open, setOpen] = useState<string | null>(null);
  const [asked, setAsked] = useState<Attachment | null>(null);
  const files = [...data.attachments].reverse();
  const images = files.filter(({ image }) => image);
  const shown = files.slice(0, most);
  const next = Math.min(more, files.length - shown.length);
  const hidden = data.total - files.length;
  if (files.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {mayAttach ? t('files.noneText') : t('files.none')}
      </Text>
    );
  }
  return (
    <>
      <ul className={classes.tiles} aria-label={t('files.images')}>
        {shown.map(
          (file) => file.image && <ImageTile key={file.uuid} file={file} onOpen={setOpen} onDelete={setAsked} />,
        )}
      </ul>
      <ul className={classes.rows} aria-label={t('files.others')}>
        {shown.map((file) => !file.image && <FileRow key={file.uuid} file={file} onDelete={setAsked} />)}
      </ul>
      {next > 0 && (
        <Button size="compact-sm" variant="default" mt="xs" onClick={() => setMost(most + more)}>
          {t('files.showMore', { count: next })}
        </Button>
      )}
      {hidden > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('files.older', { count: hidden })}
        </Text>
      )}
      <Viewer images={images} open={open} onOpen={setOpen} />
      <DeleteFile ticket={ticket} file={asked} onClose={() => setAsked(null)} />
    </>
  );
}
