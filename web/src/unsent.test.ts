import { expect, test } from 'vitest';
import { ApiError } from './api/http';
import { unsentIn } from './unsent';

test.each([
  ['PUT', '/projects/p', true],
  ['POST', '/projects/p/bulk', true],
  ['PUT', '/projects/p/statuses/owner', true],
  ['DELETE', '/tickets/t', false],
  ['POST', '/tickets/t/comments', false],
  ['POST', '/projects/p/members', false],
  ['POST', '/projects/p/owner', false],
  ['POST', '/projects/p/owner/accept', false],
  ['PUT', '/admin/users/5', false],
])('%s %s is kept when the session has ended: %s', (method, path, isKept) => {
  const problem = { status: 401, code: 'signed_out', field: null, message: '', retryAfter: null };
  expect(unsentIn(new ApiError(problem, { method, path })) !== undefined).toBe(isKept);
});
