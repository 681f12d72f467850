// The files that are being sent. They go on while their ticket is closed, and a few are sent at the same time.

import type { NewFile } from './attachments';
import type { Attachment } from './types.gen';

export interface Upload extends NewFile {
  id: number;
  /** The editor that the file will be shown in; null if it is for the list of files. */
  editor: string | null;
  state: 'waiting' | 'sending' | 'failed';
  /** Bytes that have been sent. */
  sent: number;
  /** Why it failed. */
  error: unknown;
}

type Send = (file: NewFile, onSent: (bytes: number) => void, signal: AbortSignal) => Promise<Attachment>;
type Done = (made: Attachment) => void;

export const isRunning = (upload: Upload): boolean => upload.state !== 'failed';

/** How many files are sent at the same time. */
export const mostAtOnce = 3;

export class Uploads {
  private uploads: readonly Upload[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly running = new Map<number, AbortController>();
  private readonly whenDone = new Map<number, Done>();
  private last = 0;
  private stopped = false;
  private readonly send: Send;

  constructor(send: Send) {
    this.send = send;
  }

  /** All uploads, in the order in which they were added. The list is another one after each change. */
  readonly list = (): readonly Upload[] => this.uploads;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Adds a file. With an error it is not sent, but shown as failed. Returns the id of the upload. */
  add(file: NewFile & { editor?: string; error?: unknown }, onDone: Done): number {
    this.last += 1;
    const { editor = null, error = null } = file;
    const state = error === null ? 'waiting' : 'failed';
    this.whenDone.set(this.last, onDone);
    this.tell([...this.uploads, { ...file, editor, error, state, id: this.last, sent: 0 }]);
    this.start();
    return this.last;
  }

  /** Stops an upload, or forgets one that has failed. */
  cancel(id: number): void {
    this.running.get(id)?.abort();
    this.remove(id);
  }

  /** Whether files are being sent or wait for it. */
  isRunning(): boolean {
    return this.uploads.some(isRunning);
  }

  /** Stops all uploads for good, because the session of their user has ended. */
  stop(): void {
    this.stopped = true;
    for (const abort of this.running.values()) abort.abort();
    this.whenDone.clear();
    this.tell([]);
  }

  retry(id: number): void {
    this.change(id, { state: 'waiting', sent: 0, error: null });
    this.start();
  }

  /** Moves the files of an editor that is no longer there to the list of files. */
  release(editor: string): void {
    this.tell(this.uploads.map((one) => (one.editor === editor ? { ...one, editor: null } : one)));
  }

  private start(): void {
    if (this.stopped) return;
    for (const upload of this.uploads) {
      if (this.running.size >= mostAtOnce) return;
      if (upload.state === 'waiting') void this.run(upload);
    }
  }

  private async run(upload: Upload): Promise<void> {
    const { id } = upload;
    const abort = new AbortController();
    this.running.set(id, abort);
    this.change(id, { state: 'sending' });
    try {
      const made = await this.send(upload, (bytes) => this.change(id, { sent: bytes }), abort.signal);
      if (!abort.signal.aborted) this.whenDone.get(id)?.(made);
      this.remove(id);
    } catch (error) {
      this.change(id, { state: 'failed', error });
    } finally {
      this.running.delete(id);
      this.start();
    }
  }

  private remove(id: number): void {
    this.whenDone.delete(id);
    this.tell(this.uploads.filter((one) => one.id !== id));
  }

  private change(id: number, fields: Partial<Upload>): void {
    this.tell(this.uploads.map((one) => (one.id === id ? { ...one, ...fields } : one)));
  }

  private tell(uploads: readonly Upload[]): void {
    this.uploads = uploads;
    for (const listener of this.listeners) listener();
  }
}
