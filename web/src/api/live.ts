// Live changes of a project, as server-sent events. Nothing is missed: after a lost connection the stream goes on from the
// last revision that was heard. A hidden tab holds no connection, because a browser opens only six to one HTTP/1.1 server.
import type { LiveNews } from './types.gen';

interface LiveHandlers {
  onChange: (event: LiveNews) => void;
  /** Too much happened to tell it, or the database was restored: everything may be old. */
  onReload: () => void;
  /** The reader may not see the project any more; code says why, as in an error. */
  onGone: (code: string) => void;
  /** The connection is lost for longer than a moment (true), or is there again (false). */
  onLost?: (lost: boolean) => void;
}

/** pause is how long to wait before the n-th try to connect again, in milliseconds. */
export const pause = (failures: number): number => Math.min(30_000, 500 * 2 ** Math.min(failures, 6));

/** listen follows a project from a revision on, until the function it gives back is called. */
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
      timer = setTimeout(open, pause(failures));
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
