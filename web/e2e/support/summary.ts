// Prints the last lines of a run: where each test failed, what was skipped and why, and test counts.
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';

export default class Summary implements Reporter {
  private tests: TestCase[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.tests = suite.allTests();
  }

  onEnd(result: FullResult): void {
    const count = (outcome: string) => this.tests.filter((test) => test.outcome() === outcome).length;
    const ran = this.tests.filter((test) => test.results.length > 0).length;
    const parts = [
      `${count('expected')} passed`,
      `${count('unexpected')} failed`,
      `${count('flaky')} flaky`,
      `${count('skipped')} NOT RUN`,
    ];
    if (ran < this.tests.length) parts.push(`${this.tests.length - ran} not reached`);
    for (const test of this.tests.filter((one) => one.outcome() === 'unexpected')) {
      const error = test.results.at(-1)?.errors[0];
      const { file, line } = error?.location ?? test.location;
      process.stdout.write(`FAILED ${test.title}\n  ${basename(file)}:${line}: ${firstLines(error?.message)}\n`);
    }
    for (const test of this.tests.filter((one) => one.outcome() === 'skipped')) {
      const reason = test.results.at(-1)?.annotations.find(({ type }) => type === 'skip')?.description;
      process.stdout.write(`NOT RUN ${test.title}: ${reason ?? 'no reason given'}\n`);
    }
    const seconds = Math.round(result.duration / 1000);
    process.stdout.write(
      `end-to-end: ${parts.join(', ')} of ${this.tests.length} in ${seconds} s (${result.status})\n`,
    );
  }
}

/** The first lines of a message that say something, in one line. */
const firstLines = (message = ''): string =>
  stripVTControlCharacters(message).split('\n').filter(Boolean).slice(0, 8).join(' | ').slice(0, 500);
