import {
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import type { Attachment } from '../../../api/types.gen';
import { isRunning } from '../../../api/uploads';
import { imageMarkdown } from '../markdown/image';
import { useAttach } from './context';
import { moved, withImage } from './place';
import { droppedFiles, hasFiles, pastedFiles } from './transfer';
import { UploadList } from './UploadList';
import { useUploads } from './useUploads';

interface Images {
  /** For the element around the field. */
  handlers: {
    onPaste?: (event: ClipboardEvent) => void;
    onDrop?: (event: DragEvent) => void;
  };
  /** The images that are being uploaded. */
  list: ReactNode;
  /** Whether an image is still being uploaded, so that the text is not complete. */
  busy: boolean;
}

type Field = RefObject<HTMLTextAreaElement | null>;

/** Uploads the images that are pasted or dropped into a Markdown field, and inserts them where the caret was. */
export function useImages(field: Field, text: string, onText: (text: string) => void): Images {
  const attach = useAttach();
  const editor = useId();
  const { uploads, list } = useUploads(attach?.ticket ?? '');
  const insertion = useInsertion(field, text, onText);
  const own = list.filter((upload) => upload.editor === editor);
  useEffect(() => () => uploads.release(editor), [uploads, editor]);
  if (attach === null) return { handlers: {}, list: null, busy: false };
  const take = (event: ClipboardEvent | DragEvent, files: File[]) => {
    if (files.length === 0) return;
    event.preventDefault();
    const images = files.filter((file) => file.type.startsWith('image/'));
    attach.add(files.filter((file) => !images.includes(file)));
    insertion.expect(attach.add(images, { id: editor, onMade: insertion.insert }));
  };
  return {
    handlers: {
      onPaste: (event) => take(event, pastedFiles(event.clipboardData, new Date())),
      onDrop: (event) => hasFiles(event.dataTransfer) && take(event, droppedFiles(event.dataTransfer)),
    },
    list: <UploadList uploads={uploads} list={own} />,
    busy: own.some(isRunning),
  };
}

/** Remembers where each image goes while the text is edited. */
function useInsertion(field: Field, text: string, onText: (text: string) => void) {
  const places = useRef(new Map<number, number>());
  const now = useRef({ text, onText });
  const shown = useRef(true);
  useLayoutEffect(() => {
    for (const [id, at] of places.current) places.current.set(id, moved(at, now.current.text, text));
    now.current = { text, onText };
  }, [text, onText]);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const expect = (ids: number[]) => {
    for (const id of ids) places.current.set(id, field.current?.selectionStart ?? text.length);
  };
  const insert = (id: number, made: Attachment) => {
    const at = Math.min(places.current.get(id) ?? now.current.text.length, now.current.text.length);
    places.current.delete(id);
    if (!shown.current || !made.image) return;
    const next = withImage(now.current.text, at, imageMarkdown({ src: made.url, alt: made.name }));
    for (const [other, place] of places.current) {
      if (place > at || (place === at && other > id)) places.current.set(other, place + next.inserted.length);
    }
    keepCaret(field.current, at, next.inserted.length);
    now.current.text = next.text; // another image may be inserted before this one is drawn
    now.current.onText(next.text);
  };
  return { expect, insert };
}

/** Keeps the caret in its place in the text, or after an image that is inserted right there. */
function keepCaret(field: HTMLTextAreaElement | null, at: number, length: number): void {
  if (field === null || document.activeElement !== field) return;
  const after = (caret: number) => (caret >= at ? caret + length : caret);
  const [start, end] = [after(field.selectionStart), after(field.selectionEnd)];
  requestAnimationFrame(() => field.setSelectionRange(start, end));
}
