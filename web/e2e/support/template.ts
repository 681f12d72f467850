// Loads the demo workspace once; each test starts on a copy.
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInstance, type Template } from './instance';

export default async function prepare(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'earnest-e2e-template-'));
  const file = join(folder, 'demo.db');
  const demo = await startInstance({ database: file, args: ['--demo'] });
  const way = await wayIn(demo.output);
  await demo.stop();
  const made: Template = { database: join(folder, 'template.db'), ...way };
  await copyFile(file, made.database);
  const place = join(folder, 'template.json');
  await writeFile(place, JSON.stringify(made));
  process.env.EARNEST_E2E_TEMPLATE = place;
  return () => rm(folder, { recursive: true, force: true });
}

/** Waits for the server to print the demo's credentials. The line may arrive in pieces. */
export async function wayIn(output: () => string): Promise<{ email: string; password: string }> {
  for (let n = 0; n < 400; n++) {
    const said = /Sign in +(\S+) +(\S+)\r?\n/.exec(output());
    if (said) return { email: said[1] ?? '', password: said[2] ?? '' };
    await new Promise((wake) => setTimeout(wake, 25));
  }
  throw new Error(`the demo printed no way in:\n${output()}`);
}
