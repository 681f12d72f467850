// Groups the API's operations and searches them.
import type { OpenAPI, Operation } from '../../api/openapi';

export interface Call extends Operation {
  method: string;
  path: string;
}

export interface Group {
  name: string;
  description: string;
  calls: Call[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Operations by tag, both in document order. */
export function groupsOf(api: OpenAPI): Group[] {
  const calls: Call[] = Object.entries(api.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [{ ...item[method], method, path }] : [])),
  );
  return api.tags
    .map(({ name, description }) => ({
      name,
      description: description ?? '',
      calls: calls.filter(({ tags }) => tags[0] === name),
    }))
    .filter(({ calls: own }) => own.length > 0);
}

/** Keeps operations that contain every search word in their method, path, name, summary, scope or description. */
export function filterGroups(groups: Group[], search: string): Group[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map((group) => ({
      ...group,
      calls: group.calls.filter((call) => {
        const text = [
          call.method,
          call.path,
          call.operationId,
          call.summary,
          call['x-scope'],
          call.description,
          group.name,
        ]
          .join(' ')
          .toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ calls }) => calls.length > 0);
}

/** A curl command with the document's examples. The key comes from the shell. */
export function curlOf(call: Call, base: string): string {
  const given = call.parameters ?? [];
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given.find((one) => one.in === 'path' && one.name === name)?.example ?? name)),
  );
  const needed = given.filter((one) => one.in === 'query' && one.required === true);
  const query = needed.map((one) => `${one.name}=${encodeURIComponent(String(one.example ?? ''))}`).join('&');
  const lines = [
    `curl${call.method === 'get' ? '' : ` -X ${call.method.toUpperCase()}`} '${base}${path}${query && `?${query}`}'`,
  ];
  lines.push(`  -H "Authorization: Bearer $EARNEST_KEY"`);
  const body = call.requestBody?.content?.['application/json']?.example;
  if (body !== undefined) {
    lines.push(`  -H 'Content-Type: application/json'`);
    lines.push(`  -d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`);
  }
  return lines.join(' \\\n');
}

/** The anchor in a URL hash; empty if it cannot be decoded. */
export function anchorIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
