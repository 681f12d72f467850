// Live project changes over server-sent events. After a lost connection the stream resumes from the last revision received, so
// nothing is missed. A hidden tab disconnects, because browsers allow only six connections to an HTTP/1.1 server.
import type { LiveNews } from './types.gen';

interface LiveHandlers {
  onChange: (event: LiveNews) => void;
  /** There are too many changes to list, or the database was restored, so everything may be stale. */
  onReload: () => void;
  /** The reader can no longer see the project; `code` is the error code. */
  onGone: (code: string) => void;
  /** The connection has been down for more than a moment (true), or is back (false). */
  onLost?: (lost: boolean) => void;
}

/** Delay before the n-th reconnection attempt, in milliseconds. */
export const retryDelay = (failures: number): number => Math.min(30_000, 500 * 2 ** Math.min(failures, 6));

/** Follows a project from a revision on. Call the returned function to stop. */
export function listen(project: string, revision: number, handlers: LiveHandlers): () => void {
  let after = revision;
  let failures = 0;
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function close() {
    clearTimeout(timer);
    source?.close();
    source = null;
  }
  function open() {
    close();
    source = new EventSource(`/dash/projects/${project}/events?after=${after}`);
    source.onopen = () => {
      failures = 0;
      handlers.onLost?.(false);
    };
    source.onerror = () => {
      close();
      failures += 1;
      if (failures > 1) handlers.onLost?.(true);
      timer = setTimeout(open, retryDelay(failures));
    };
    source.addEventListener('change', (event: MessageEvent<string>) => {
      const heard = JSON.parse(event.data) as LiveNews;
      if (heard.revision <= after) return;
      after = heard.revision;
      handlers.onChange(heard);
    });
    source.addEventListener('reload', (event: MessageEvent<string>) => {
      after = (JSON.parse(event.data) as LiveNews).revision;
      handlers.onReload();
    });
    source.addEventListener('gone', (event: MessageEvent<string>) => {
      stop();
      handlers.onGone((JSON.parse(event.data) as { code: string }).code);
    });
  }
  const onVisibility = () => (document.hidden ? close() : open());
  function stop() {
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  }

  document.addEventListener('visibilitychange', onVisibility);
  if (!document.hidden) open();
  return stop;
}
