// Starts a separate Earnest server for a test.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The PostgreSQL server whose schemas hold the data of the tests; if undefined, SQLite files hold it. It takes psql to create a schema. */
const postgres = process.env.EARNEST_E2E_ENGINE === 'postgres' ? process.env.EARNEST_TEST_POSTGRES : undefined;

const binary = resolve(process.env.EARNEST_BIN ?? join(import.meta.dirname, '../../../bin/earnest'));

export interface Instance {
  url: string;
  /** A file path or a postgres:// URL. */
  database: string;
  /** What the server has printed so far. */
  output: () => string;
  /** Runs a subcommand of the binary on the same database and returns its output. */
  command: (args: string[], stdin?: string) => Promise<string>;
  /** Kills the server and leaves its database, for another server on it. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface Options {
  /** The database to copy; if omitted, the instance is empty. */
  template?: string;
  database?: string;
  args?: string[];
}

/** Starts a server on a free port and resolves once it listens. */
export async function startInstance(options: Options = {}): Promise<Instance> {
  const folder = await mkdtemp(join(tmpdir(), 'earnest-e2e-'));
  const database = options.database ?? (await newDatabase(folder, options.template));
  const args = ['serve', '--listen', '127.0.0.1:0', '--database', database, ...(options.args ?? [])];
  const server = spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  server.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  server.stderr.on('data', (text: Buffer) => (printed += text.toString()));
  try {
    const url = await serverUrl(server, () => printed);
    return {
      url,
      database,
      output: () => printed,
      command: (command, stdin) => run([...command, '--database', database], stdin),
      kill: () => stopServer(server, 'SIGKILL'),
      stop: async () => {
        await stopServer(server);
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    server.kill('SIGKILL');
    throw error;
  }
}

/** Returns a new database, filled with the template if there is one. */
async function newDatabase(folder: string, template: string | undefined): Promise<string> {
  if (postgres === undefined) {
    const file = join(folder, 'earnest.db');
    if (template !== undefined) await copyFile(template, file);
    return file;
  }
  const schema = `e2e_${randomUUID().replaceAll('-', '')}`;
  await promisify(execFile)('psql', [postgres, '--quiet', '--command', `CREATE SCHEMA ${schema}`]);
  const url = new URL(postgres);
  url.searchParams.set('search_path', schema);
  if (template !== undefined) await run(['restore', template, '--database', url.href]);
  return url.href;
}

/** Waits for the server to print its URL. */
async function serverUrl(server: ChildProcess, output: () => string): Promise<string> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const url = /serves at (http:\S+)\r?\n/.exec(output())?.[1];
    if (url !== undefined) return url;
    if (server.exitCode !== null) break;
    await new Promise((wake) => setTimeout(wake, 25));
  }
  throw new Error(`${binary} did not start serving:\n${output()}`);
}

async function stopServer(server: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = new Promise((done) => server.once('exit', done));
  server.kill(signal);
  const killTimer = setTimeout(() => server.kill('SIGKILL'), 5_000);
  await exited;
  clearTimeout(killTimer);
}

function run(args: string[], stdin = ''): Promise<string> {
  return new Promise((done, fail) => {
    const child = execFile(binary, args, (error, stdout, stderr) =>
      error ? fail(new Error(`earnest ${args.join(' ')}: ${stderr}`)) : done(stdout),
    );
    child.stdin?.on('error', () => undefined); // a command that reads nothing may have ended already; its exit code counts
    child.stdin?.end(stdin);
  });
}

export interface Template {
  database: string;
  email: string;
  password: string;
}

/** The demo workspace created by the global setup. */
export async function template(): Promise<Template> {
  const file = process.env.EARNEST_E2E_TEMPLATE;
  if (file === undefined) throw new Error('the global setup did not run');
  return JSON.parse(await readFile(file, 'utf8')) as Template;
}
