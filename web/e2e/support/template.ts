// Loads the demo workspace once; each test starts on a copy of it.
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInstance, type Template } from './instance';

/** The whole line: what is printed may arrive in pieces. */
const wayInForm = /Sign in +(\S+) +(\S+)\r?\n/;

export default async function prepare(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'earnest-e2e-template-'));
  const file = join(folder, 'demo.db');
  const demo = await startInstance({ database: file, args: ['--demo'] });
  const wayIn = wayInForm.exec(await printed(demo.output));
  await demo.stop();
  if (wayIn === null) throw new Error(`the demo printed no way in:\n${demo.output()}`);
  const made: Template = { database: join(folder, 'template.db'), email: wayIn[1] ?? '', password: wayIn[2] ?? '' };
  await copyFile(file, made.database);
  const place = join(folder, 'template.json');
  await writeFile(place, JSON.stringify(made));
  process.env.EARNEST_E2E_TEMPLATE = place;
  return () => rm(folder, { recursive: true, force: true });
}

/** printed waits until the server has said how to sign in. */
async function printed(output: () => string): Promise<string> {
  for (let n = 0; n < 400 && !wayInForm.test(output()); n++) await new Promise((wake) => setTimeout(wake, 25));
  return output();
}
