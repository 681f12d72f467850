// What no page may do: write an error to the console, or ask another origin for anything.
import { expect, type Page } from '@playwright/test';

export class Guard {
  private readonly faults: string[] = [];
  private readonly allowed = new Set<number>();
  private readonly origins = new Set<string>();

  /** allow names the refusals (401, 422 …) that the test provokes: the browser writes them to the console too. */
  allow(...statuses: number[]): void {
    for (const status of statuses) this.allowed.add(status);
  }

  /** allowOrigin names a place where the test sends the browser on purpose. */
  allowOrigin(origin: string): void {
    this.origins.add(origin);
  }

  watch(page: Page, origin: () => string): void {
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      const status = /the server responded with a status of (\d+)/.exec(message.text())?.[1];
      if (status !== undefined && this.allowed.has(Number(status))) return;
      this.faults.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => this.faults.push(`page error: ${error.stack ?? error.message}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (
        url.origin !== origin() &&
        !this.origins.has(url.origin) &&
        url.protocol !== 'data:' &&
        url.protocol !== 'blob:'
      ) {
        this.faults.push(`request to another origin: ${request.url()}`);
      }
    });
  }

  check(): void {
    expect(this.faults, 'what no page may do').toEqual([]);
  }
}
