import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, get, post, queryOf } from './http';

afterEach(() => vi.unstubAllGlobals());

function answer(status: number, body: string, headers: Record<string, string> = {}) {
  const spy = vi.fn(async (_url: string, _init?: RequestInit) => new Response(body, { status, headers }));
  vi.stubGlobal('fetch', spy);
  return spy;
}

async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  const caught = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  expect(caught).toBeInstanceOf(ApiError);
  return caught as ApiError;
}

test('lists repeat their name and absent values are left out', () => {
  expect(queryOf({ tag: ['a', 'b c'], q: undefined, epic: null, limit: 5, done: false })).toBe(
    '?tag=a&tag=b+c&limit=5&done=false',
  );
  expect(queryOf()).toBe('');
});

test('a body goes out as JSON and the answer comes back as it is', async () => {
  const spy = answer(200, '{"uuid":"u"}');
  expect(await post('/projects', { name: 'n' })).toEqual({ uuid: 'u' });
  const [url, init] = spy.mock.calls[0] ?? [];
  expect(url).toBe('/dash/projects');
  expect(init).toMatchObject({ method: 'POST', body: '{"name":"n"}' });
});

test('a refusal keeps its code, field, sentence and time to wait', async () => {
  answer(429, '{"error":{"code":"too_many_tries","message":"Wait.","field":"email"}}', { 'Retry-After': '31' });
  expect(await errorOf(get('/session'))).toMatchObject({
    status: 429,
    code: 'too_many_tries',
    field: 'email',
    message: 'Wait.',
    retryAfter: 31,
  });
});

test('what is not the answer of this server has a code all the same', async () => {
  answer(502, '<h1>Bad gateway</h1>');
  expect((await errorOf(get('/session'))).code).toBe('unavailable');
  answer(500, 'oops');
  expect((await errorOf(get('/session'))).code).toBe('internal');
  answer(200, '<html>');
  expect((await errorOf(get('/session'))).code).toBe('internal');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await errorOf(get('/session'))).toMatchObject({ status: 0, code: 'offline' });
});
