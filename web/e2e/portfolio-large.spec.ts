// A very large portfolio. Tracing stays off, because recording a trace would distort the measured times.
import { dash } from './support/api';
import { expect, test } from './support/fixtures';

test.use({ trace: 'off' });

/** A workspace file with many projects owned by one person, each with tickets, time and three sprints. */
function workspace(owner: string, count: number): string {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const project = (p: number) => ({
    name: `Project ${String(p).padStart(3, '0')}`,
    budget: p % 10 === 0 ? undefined : 20_000 + (p % 7) * 5_000,
    members: [{ user: owner, project_role: 'owner', tjm: 500 }],
    sprints: [0, 1, 2].map((s) => ({
      ref: `s${p}-${s}`,
      title: `Sprint ${s}`,
      start_date: day(60 - 20 * s),
      end_date: day(41 - 20 * s),
    })),
    tickets: Array.from({ length: 12 }, (_, n) => ({
      title: `Ticket ${n}`,
      story_points: 3,
      sprint: `s${p}-${n % 3}`,
      status: (n + p) % 4 === 0 ? 'todo' : 'done',
      time_entries: [{ user: owner, duration_minutes: 400 + ((p * 13) % 200), logged_at: day(55 - 20 * (n % 3)) }],
    })),
  });
  return JSON.stringify({ projects: Array.from({ length: count }, (_, p) => project(p)) });
}

test('a portfolio of 500 projects renders only visible rows, but all rows for printing', async ({
  signedIn: page,
  instance,
  demo,
}) => {
  test.slow();
  await instance.command(['import', '-'], workspace(demo.email, 500));
  await page.request.get('/dash/portfolio'); // so that the request below does not meet a cold server
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
  const began = Date.now();
  await page.goto('/portfolio');
  const table = page.getByRole('region', { name: 'Projects with a budget', exact: true }).getByRole('table');
  const rows = table.locator('tbody tr');
  await expect(rows.nth(20)).toBeVisible();
  const wall = Date.now() - began;
  const { metrics } = await browser.send('Performance.getMetrics');
  const busy = metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 9;
  const sizes = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/dash/portfolio'));
    const { encodedBodySize, decodedBodySize } = entry as PerformanceResourceTiming;
    return { encodedBodySize, decodedBodySize };
  });
  process.stdout.write(
    `portfolio of 500 projects: rows visible after ${wall} ms, page busy for ${Math.round(busy * 1000)} ms, ` +
      `${Math.round(sizes.encodedBodySize / 1024)} KB of ${Math.round(sizes.decodedBodySize / 1024)} over the wire\n`,
  );
  expect(sizes.encodedBodySize).toBeLessThan(sizes.decodedBodySize / 3);

  const portfolio = await dash<{ rows: { has_budget: boolean }[] }>(page, '/portfolio');
  const budgeted = portfolio.rows.filter((row) => row.has_budget).length;
  await expect(table).toHaveAttribute('aria-rowcount', String(budgeted + 1));
  expect(await rows.count()).toBeLessThan(budgeted);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(rows).toHaveCount(budgeted);
  await page.getByRole('searchbox', { name: 'Find a project' }).fill('project 123');
  await expect(rows).toHaveCount(1);
});
