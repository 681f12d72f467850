// Generates a client with each tool from the document that the real binary serves, lets it call the binary, and prints a
// table of the results. Prism checks every call of the API's own tests. Usage: node run.mjs [TOOL...]
// EARNEST_BIN is the binary.
import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import newman from "newman";
import { demonstration } from "./demonstration.mjs";
import { startReplay } from "./replay.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
const gen = join(here, "gen");
const temporary = mkdtempSync(join(tmpdir(), "earnest-tools-"));
const database = join(temporary, "earnest.db");
const bin = process.env.EARNEST_BIN ?? join(root, "bin/earnest");

/** Runs a program; if it fails, the error has its output. */
async function run(program, args, options = {}) {
  const { env = {}, cwd = here } = options;
  const all = { ...process.env, REDOCLY_TELEMETRY: "off", ...env };
  const { stdout } = await promisify(execFile)(program, args, { cwd, env: all, maxBuffer: 256 << 20 }).catch((failure) => {
    throw new Error(`${program} ${args.join(" ")}\n${failure.stdout ?? ""}${failure.stderr ?? ""}${failure.message}`);
  });
  return stdout.trim();
}

const installed = (name, from = here) => join(from, "node_modules/.bin", name);
const earnest = (...args) => run(bin, [...args, "--database", database]);
const versionOf = (name, from = here) => JSON.parse(readFileSync(join(from, "node_modules", name, "package.json"), "utf8")).version;

const processes = [];

/** Starts a program that keeps running, and returns the first line that matches. */
function start(program, args, pattern) {
  const child = spawn(program, args, { cwd: here, env: { ...process.env, NO_COLOR: "1" } });
  processes.push(child);
  return new Promise((resolve, reject) => {
    const seen = [];
    const look = (line) => {
      seen.push(line);
      const found = pattern.exec(line);
      if (found) resolve(found);
    };
    createInterface(child.stdout).on("line", look);
    createInterface(child.stderr).on("line", look);
    child.on("exit", () => reject(new Error(`${program} ended:\n${seen.join("\n")}`)));
  });
}

/** Compiles the program that uses a generated client, and runs it. */
async function runProgram(name, env) {
  const options = ["--strict", "--target", "es2022", "--module", "nodenext", "--skipLibCheck", "--types", "node"];
  await run(installed("tsc"), [...options, "--rootDir", here, "--outDir", join(gen, "js"), join(here, `${name}.ts`)]);
  await run("node", [join(gen, "js", `${name}.js`)], { env });
}

/** Each tool: its version, and what it must do. The result may be a note for the table. */
const tools = {
  "Redocly and Spectral": {
    version: () => `${versionOf("@redocly/cli", join(here, ".."))}, ${versionOf("@stoplight/spectral-cli", join(here, ".."))}`,
    async run({ files }) {
      await run("node", [join(here, "../lint.mjs"), files.current, files.older]);
    },
  },
  "openapi-typescript and openapi-fetch": {
    version: () => `${versionOf("openapi-typescript", join(here, ".."))}, ${versionOf("openapi-fetch")}`,
    async run({ files, env }) {
      await run(installed("openapi-typescript", join(here, "..")), [files.current, "--output", join(gen, "openapi-typescript.ts")]);
      await runProgram("openapi-fetch", env);
    },
  },
  "@hey-api/openapi-ts": {
    version: () => versionOf("@hey-api/openapi-ts"),
    async run({ files, env }) {
      await run(installed("openapi-ts"), ["--input", files.current, "--output", join(gen, "hey-api"), "--client", "@hey-api/client-fetch"]);
      await runProgram("hey-api", env);
    },
  },
  "oapi-codegen": {
    version: async () => (await run("go", ["list", "-m", "github.com/oapi-codegen/oapi-codegen/v2"], { cwd: join(here, "../oapi") })).split(" v")[1],
    async run({ files, env }) {
      const cwd = join(here, "../oapi");
      mkdirSync(join(cwd, "api"), { recursive: true });
      await run("go", ["tool", "oapi-codegen", "-generate", "types,client", "-package", "api", "-o", "api/api.gen.go", files.older], { cwd });
      await run("go", ["vet", "./..."], { cwd });
      await run("go", ["run", "."], { cwd, env });
    },
  },
  Portman: {
    version: () => versionOf("@apideck/portman"),
    async run({ url, key }) {
      const file = join(gen, "portman.json");
      await run(installed("portman"), ["--url", `${url}/openapi.json`, "--baseUrl", `${url}/api/v1`, "--output", file]);
      await runCollection(JSON.parse(readFileSync(file, "utf8")), key);
    },
  },
  Prism: {
    version: () => versionOf("@stoplight/prism-cli"),
    async run({ files }) {
      const replay = await startReplay();
      const [, proxy] = await start(installed("prism"), ["proxy", files.current, replay.url, "--port", "0"], /listening on (http:\S+)/);
      const env = { EARNEST_PRISM: `${proxy} ${replay.url}` };
      try {
        await run("go", ["test", "-count=1", "-vet=off", "-timeout", "30m", "./internal/apiv1/..."], { cwd: root, env });
      } finally {
        replay.stop();
      }
      if (replay.count() < 1000) throw new Error(`Prism saw only ${replay.count()} calls`);
      return `${replay.count()} calls`;
    },
  },
};

/**
 * Sends every request of a Postman collection, whose tests must pass, then one for a page and one that fails. Portman leaves out
 * optional parameters, but the list of comments needs one of its two. Whatever deletes something is sent last.
 */
async function runCollection(collection, key) {
  const requests = (items) => items.flatMap((item) => (item.item ? requests(item.item) : [item]));
  const all = requests(collection.item);
  const find = (name) => all.find((item) => item.name === name);
  find("List the comments on a ticket").request.url.query[0].disabled = false;
  const page = structuredClone(find("List tickets"));
  for (const parameter of page.request.url.query) parameter.disabled &&= !["page", "per_page"].includes(parameter.key);
  const unknown = { ...structuredClone(find("Get a ticket with its subtasks")), name: "Get an unknown ticket", event: [] };
  unknown.request.url.variable[0].value = "00000000-0000-0000-0000-000000000000";
  const deletes = all.filter((item) => item.request.method === "DELETE").reverse();
  collection.item = [...all.filter((item) => item.request.method !== "DELETE"), page, unknown, ...deletes];
  const { run: sent } = await promisify(newman.run)({ collection, envVar: [{ key: "bearerToken", value: key }], reporters: [] });
  const failures = sent.failures.map(({ source, error }) => `${source.name}: ${error.test ?? ""} ${error.message}`);
  if (failures.length > 0) throw new Error(failures.join("\n"));
  if (sent.stats.assertions.total < 100) throw new Error("the collection has hardly any tests");
  const refused = sent.executions.find(({ item }) => item.name === unknown.name);
  if (refused.response.code !== 404) throw new Error(`an unknown ticket gives ${refused.response.code}`);
}

async function main(chosen) {
  rmSync(gen, { recursive: true, force: true });
  mkdirSync(gen);
  await earnest("user", "add", "--email", "first@example.org", "--firstname", "First", "--lastname", "User");
  const [, url] = await start(bin, ["serve", "--database", database, "--listen", "127.0.0.1:0", "--quota-hour", "1000000", "--quota-month", "1000000"], /serves at (http:\S+)/);
  const files = { current: join(temporary, "openapi.json"), older: join(temporary, "openapi-3.0.json") };
  const current = await (await fetch(`${url}/openapi.json`)).text();
  writeFileSync(files.current, current);
  writeFileSync(files.older, await (await fetch(`${url}/openapi-3.0.json`)).text());
  const workspace = join(temporary, "workspace.json");
  writeFileSync(workspace, JSON.stringify(demonstration(JSON.parse(current))));
  await earnest("import", workspace);
  const key = await earnest("key", "add", "--user", "owner@example.org", "--scopes", "all");
  const world = { url, key, files, env: { EARNEST_URL: url, EARNEST_KEY: key } };
  const rows = [];
  for (const [name, tool] of Object.entries(tools)) {
    if (chosen.length > 0 && !chosen.some((word) => name.toLowerCase().includes(word.toLowerCase()))) continue;
    try {
      const note = await tool.run(world);
      rows.push([name, await tool.version(), note === undefined ? "passed" : `passed, ${note}`]);
    } catch (error) {
      console.error(`${name}: ${error.message}\n`);
      rows.push([name, await tool.version(), "FAILED"]);
      process.exitCode = 1;
    }
  }
  console.log(["| Tool | Version | Result |", "|---|---|---|", ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n"));
}

try {
  await main(process.argv.slice(2));
} finally {
  for (const child of processes) child.kill();
  rmSync(temporary, { recursive: true, force: true });
}
