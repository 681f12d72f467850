// Calls to the dashboard's own API. Every failure is an ApiError, even when the server is unreachable.
import { stringifySearch } from '../search';
import type { Done } from './types.gen';

export interface Problem {
  status: number;
  code: string;
  field: string | null;
  message: string;
  /** Seconds to wait before retrying, if the server specifies them. */
  retryAfter: number | null;
  /** The uuids of a refused cycle, in order. */
  cycle?: readonly string[];
  /** A project key that is free, instead of one that is taken. */
  free?: string;
}

/** A request to the dashboard's API. */
export interface SentRequest {
  method: string;
  path: string;
  body?: unknown;
  /** The version that it changes; see `put`. */
  version?: string;
  /** The fields that it replaces, as its author has seen them. */
  over?: object;
}

export class ApiError extends Error implements Problem {
  /** What the server refused. */
  readonly request?: SentRequest;
  readonly status: number;
  readonly code: string;
  readonly field: string | null;
  readonly retryAfter: number | null;
  readonly cycle: readonly string[];
  readonly free?: string;

  constructor(problem: Problem, request?: SentRequest) {
    super(problem.message);
    this.request = request;
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code;
    this.field = problem.field;
    this.retryAfter = problem.retryAfter;
    this.cycle = problem.cycle ?? [];
    this.free = problem.free;
  }
}

/** Whether an error came from the server with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code);
}

/** The error for a text that somebody else has changed since it was read. */
export const changedMeanwhile = (): ApiError =>
  new ApiError({ status: 412, code: 'changed_meanwhile', field: null, message: '', retryAfter: null });

type Value = string | number | boolean;
/** Query parameters; each value of a list is sent under the same name, and null and undefined are omitted. */
type Params = Record<string, Value | readonly Value[] | null | undefined>;

export const get = <T>(path: string, params?: Params, signal?: AbortSignal) =>
  call<T>('GET', path + queryOf(params), undefined, signal);
/** With a version, only that version is changed; see `changed_meanwhile`. */
export const post = <T>(path: string, body?: unknown, version?: string) =>
  call<T>('POST', path, body ?? {}, undefined, version);
export const put = <T>(path: string, body?: unknown, version?: string) =>
  call<T>('PUT', path, body ?? {}, undefined, version);
export const del = <T = Done>(path: string, body?: unknown) => call<T>('DELETE', path, body);

/** Sends a refused request again. */
export const repeat = ({ method, path, body, version }: SentRequest) =>
  call<unknown>(method, path, body, undefined, version);

export const queryOf = (params: Params = {}): string => stringifySearch(params, true);

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  version?: string,
): Promise<T> {
  const response = await send(method, path, body, signal, version);
  if (!response.ok) throw await refusal(response, { method, path, body, version });
  try {
    return (await response.json()) as T;
  } catch {
    throw unexpectedResponse(response);
  }
}

async function send(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  version?: string,
): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (version !== undefined) headers['If-Match'] = `"${version}"`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  try {
    return await fetch(`/dash${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
      signal,
      credentials: 'same-origin',
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError({
      status: 0,
      code: 'offline',
      field: null,
      message: 'The server was not reached.',
      retryAfter: null,
    });
  }
}

async function refusal(response: Response, request?: SentRequest): Promise<ApiError> {
  const said = (await response.json().catch(() => null)) as { error?: Partial<Problem> } | null;
  const error = said?.error;
  if (typeof error?.code !== 'string') return unexpectedResponse(response);
  const problem: Problem = {
    status: response.status,
    code: error.code,
    field: error.field ?? null,
    message: error.message ?? '',
    retryAfter: secondsOf(response.headers.get('Retry-After')),
    cycle: error.cycle,
    free: error.free,
  };
  return new ApiError(problem, request);
}

/** The content of a response, or the error that it reports. */
export async function answerOf<T>(response: Response): Promise<T> {
  if (!response.ok) throw await refusal(response);
  return (await response.json()) as T;
}

/** A response that is not ours, such as a proxy's error page. */
function unexpectedResponse(response: Response): ApiError {
  const code =
    response.status === 502 || response.status === 503 || response.status === 504 ? 'unavailable' : 'internal';
  return new ApiError({
    status: response.status,
    code,
    field: null,
    message: '',
    retryAfter: secondsOf(response.headers.get('Retry-After')),
  });
}

function secondsOf(header: string | null): number | null {
  const seconds = Number(header);
  return header !== null && Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}
