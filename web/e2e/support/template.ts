// Creates the demo workspace once; each test starts with a copy.
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInstance, type Template } from './instance';

export default async function prepare(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'earnest-e2e-template-'));
  const file = join(folder, 'demo.db');
  const demo = await startInstance({ database: file, args: ['--demo'] });
  const credentials = await demoCredentials(demo.output);
  await demo.stop();
  const template: Template = { database: join(folder, 'template.db'), ...credentials };
  await copyFile(file, template.database);
  const path = join(folder, 'template.json');
  await writeFile(path, JSON.stringify(template));
  process.env.EARNEST_E2E_TEMPLATE = path;
  return () => rm(folder, { recursive: true, force: true });
}

/** Waits for the server to print the demo's credentials. The line may arrive in pieces. */
export async function demoCredentials(output: () => string): Promise<{ email: string; password: string }> {
  for (let n = 0; n < 400; n++) {
    const match = /Sign in +(\S+) +(\S+)\r?\n/.exec(output());
    if (match) return { email: match[1] ?? '', password: match[2] ?? '' };
    await new Promise((wake) => setTimeout(wake, 25));
  }
  throw new Error(`the demo printed no credentials:\n${output()}`);
}
