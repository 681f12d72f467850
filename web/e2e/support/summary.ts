// Prints the last line of a run: test counts, and what was skipped.
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
    const seconds = Math.round(result.duration / 1000);
    process.stdout.write(
      `end-to-end: ${parts.join(', ')} of ${this.tests.length} in ${seconds} s (${result.status})\n`,
    );
  }
}
