import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { newRouter } from './routes';

/** The pages for which the server sends the app; any other path is "not found". */
function served(): string[] {
  const source = readFileSync(join(import.meta.dirname, '../web.go'), 'utf8');
  const list = /func Pages\(\) \[\]string \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? '';
  return [...list.matchAll(/"(\/[^"]*)"/g)].map((match) => match[1] ?? '').sort();
}

test('the server serves the app at every address that the app has, and at no other', () => {
  const addresses = Object.keys(newRouter(new QueryClient()).routesByPath).map((path) =>
    path === '/$key' ? path : path.replace(/\$\w+/g, '*').replace(/(.)\/$/, '$1'),
  );
  expect([...new Set(addresses)].sort()).toEqual(served());
});
