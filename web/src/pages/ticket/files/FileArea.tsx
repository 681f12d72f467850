import { VisuallyHidden } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { attachmentsQuery } from '../../../api/attachments';
import type { Attachment, Attachments } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { type TicketProps, useTicketFrame } from '../useTicket';
import { type Attach, AttachContext } from './context';
import classes from './files.module.css';
import { acceptedName, sizeError } from './names';
import { droppedFiles, hasFiles, pastedFiles } from './transfer';
import { useErrorText } from './useErrorText';
import { useUploads } from './useUploads';

/** Where files can be dropped and pasted: everywhere in the ticket. */
export function FileArea(props: TicketProps & { children: ReactNode }) {
  const { ticket, children } = props;
  const { write } = useTicketFrame(ticket).may;
  const { attach, news } = useNewAttach(ticket.uuid);
  const [over, setOver] = useState(false);
  useDropGuard();
  usePaste(write ? attach : null);
  const onDragOver = (event: DragEvent) => {
    if (!write || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(true);
  };
  const onDragLeave = (event: DragEvent) => {
    if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    if (!write || event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    attach.add(droppedFiles(event.dataTransfer));
  };
  return (
    <AttachContext value={write ? attach : null}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button of the files does the same */}
      <div className={classes.area} onDragOver={onDragOver} onDragLeave={onDragLeave} onDrop={onDrop}>
        {over && <DropHint />}
        {children}
        <VisuallyHidden role="status">{news}</VisuallyHidden>
      </div>
    </AttachContext>
  );
}

function DropHint() {
  const t = useT();
  return (
    <div className={classes.dropHint} aria-hidden>
      <div className={classes.dropBox}>
        <span className={classes.dropText}>
          <IconPaperclip size={20} /> {t('files.dropHere')}
        </span>
      </div>
    </div>
  );
}

/** A file that misses the ticket is not opened in its place, which would end the page. */
function useDropGuard(): void {
  useEffect(() => {
    const guard = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', guard);
    window.addEventListener('drop', guard);
    return () => {
      window.removeEventListener('dragover', guard);
      window.removeEventListener('drop', guard);
    };
  }, []);
}

/** Attaches pasted files, wherever the focus is, unless an editor has taken them. */
function usePaste(attach: Attach | null): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (attach === null || event.defaultPrevented) return;
    const files = pastedFiles(event.clipboardData, new Date());
    if (files.length === 0) return;
    event.preventDefault();
    attach.add(files);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);
}

/** Attaches files to a ticket, and tells the news about them for screen readers. */
function useNewAttach(ticket: string): { attach: Attach; news: string } {
  const t = useT();
  const client = useQueryClient();
  const { uploads, list } = useUploads(ticket);
  const [news, setNews] = useState('');
  const errorText = useErrorText(ticket);
  const failed = list.filter(({ state }) => state === 'failed').at(-1);
  const failure = failed && t('files.newsFailed', { name: failed.name, reason: errorText(failed.error) });
  useEffect(() => {
    if (failure !== undefined) setNews(failure);
  }, [failure]);
  const attach = useMemo<Attach>(() => {
    const query = attachmentsQuery(ticket);
    const show = (made: Attachment) => {
      client.setQueryData(query.queryKey, (old) => old && withFile(old, made));
      void client.invalidateQueries(query);
      setNews(t('files.newsDone', { name: made.name }));
    };
    return {
      ticket,
      add: (files, editor) => {
        if (files.length > 0) setNews(t('files.newsStarted', { count: files.length }));
        return files.map((file) => {
          const error = sizeError(file.size, client.getQueryData(query.queryKey)?.limit);
          const sent = { ticket, name: acceptedName(file.name), body: file, editor: editor?.id, error };
          const id: number = uploads.add(sent, (made) => {
            show(made);
            editor?.onMade(id, made);
          });
          return id;
        });
      },
    };
  }, [client, uploads, ticket, t]);
  return { attach, news };
}

/** The list with a new file, which a live event may have brought already. */
function withFile(old: Attachments, made: Attachment): Attachments {
  if (old.attachments.some(({ uuid }) => uuid === made.uuid)) return old;
  return { ...old, attachments: [...old.attachments, made], total: old.total + 1 };
}
