// A minimal OpenID Connect provider: signs in the person set with `next`, with single-use codes.
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Person {
  sub: string;
  email: string;
  email_verified: boolean;
  given_name: string;
  family_name: string;
}

export interface Provider {
  url: string;
  /** Sets the person who signs in next; null cancels the sign-in. */
  next: (person: Person | null) => void;
  stop: () => void;
}

export const client = { id: 'earnest', secret: 'a secret between two' };
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function startProvider(): Promise<Provider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const grants = new Map<string, { params: URLSearchParams; person: Person }>();
  let person: Person | null = null;

  const describe = () => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/keys`,
    id_token_signing_alg_values_supported: ['RS256'],
  });
  const authorize = (params: URLSearchParams): string => {
    const back = new URL(params.get('redirect_uri') ?? '');
    back.searchParams.set('state', params.get('state') ?? '');
    if (person === null) back.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      grants.set(code, { params, person });
      back.searchParams.set('code', code);
    }
    return back.href;
  };
  const token = (form: URLSearchParams): object | null => {
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant === undefined || proof !== grant.params.get('code_challenge')) return null;
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...grant.person,
      iss: url,
      aud: client.id,
      nonce: grant.params.get('nonce'),
      iat: now,
      exp: now + 60,
    };
    const text = `${encode({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${encode(claims)}`;
    const signature = sign('sha256', Buffer.from(text), privateKey).toString('base64url');
    return { access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: `${text}.${signature}` };
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/authorize') return response.writeHead(302, { Location: authorize(searchParams) }).end();
    const handlers: Record<string, () => Promise<object | null> | object | null> = {
      '/.well-known/openid-configuration': describe,
      '/keys': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'one' }] }),
      '/token': async () => token(await formOf(request)),
    };
    const body = (await handlers[pathname]?.()) ?? null;
    response.writeHead(body === null ? 400 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'invalid_grant' }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const next = (chosen: Person | null) => {
    person = chosen;
  };
  return { url, next, stop: () => void server.close() };
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const part of request) body += String(part);
  return new URLSearchParams(body);
}
