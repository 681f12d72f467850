// Fails a test whose page logs a console error or requests another origin.
import { expect, type Page } from '@playwright/test';

export class Guard {
  private readonly faults: string[] = [];
  private readonly allowed = new Set<number>();
  private readonly origins = new Set<string>();
  private mayFail = false;

  /** Allows error statuses (401, 422 …) that the test provokes, since browsers log them to the console too. */
  allow(...statuses: number[]): void {
    for (const status of statuses) this.allowed.add(status);
  }

  /** Allows requests to get no response, because the test cuts the connection or ends the server. */
  allowNoResponse(): void {
    this.mayFail = true;
  }

  /** Allows an origin that the test navigates to on purpose. */
  allowOrigin(origin: string): void {
    this.origins.add(origin);
  }

  watch(page: Page, origin: () => string): void {
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      const status = /the server responded with a status of (\d+)/.exec(message.text())?.[1];
      if (status !== undefined && this.allowed.has(Number(status))) return;
      if (this.mayFail && message.text().startsWith('Failed to load resource: net::')) return;
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
    expect(this.faults, 'console errors and requests to other origins').toEqual([]);
  }
}
