// Checks API documents with the recommended rules of Redocly and Spectral, of which every warning counts, and compiles the
// types that openapi-typescript generates. Usage: node lint.mjs FILE_OR_URL...
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const here = fileURLToPath(new URL(".", import.meta.url));
const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** Runs one of the packages' programs and returns its output. */
async function run(name, ...args) {
  const program = fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url));
  const options = { env, maxBuffer: 64 << 20 };
  const { stdout } = await promisify(execFile)(program, args, options).catch((failure) => {
    if (!failure.stdout) throw failure;
    return failure;
  });
  return stdout;
}

/** The first JSON value in a text. */
const parsed = (text) => JSON.parse(text.slice(text.search(/[[{]/)));

async function redocly(document) {
  const { problems } = parsed(await run("redocly", "lint", "--extends=recommended", "--format=json", document));
  return problems.map(({ severity, ruleId, message, location }) => `${severity} ${ruleId}: ${message} at ${location?.[0]?.pointer}`);
}

async function spectral(document) {
  const problems = parsed(await run("spectral", "lint", "--ruleset", `${here}spectral.yaml`, "--format=json", "--quiet", document));
  return problems.map(({ code, message, path }) => `${code}: ${message} at ${path.join("/")}`);
}

async function types(document) {
  mkdirSync(`${here}gen`, { recursive: true });
  rmSync(`${here}gen/types.ts`, { force: true }); // of an earlier run, which would hide a failure
  await run("openapi-typescript", document, "--output", `${here}gen/types.ts`);
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"];
  return (await run("tsc", ...options, `${here}types.ts`)).split("\n").filter(Boolean);
}

const packages = { "@redocly/cli": redocly, "@stoplight/spectral-cli": spectral, "openapi-typescript": types };
for (const document of process.argv.slice(2)) {
  for (const [name, check] of Object.entries(packages)) {
    const { version } = JSON.parse(readFileSync(`${here}node_modules/${name}/package.json`, "utf8"));
    const problems = await check(document);
    console.log(`${name} ${version}: ${problems.length === 0 ? "clean" : `${problems.length} problems`} (${document})`);
    for (const problem of problems) console.log(`  ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  }
}
