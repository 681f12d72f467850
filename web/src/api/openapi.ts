// The public API document served at /openapi.json.
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './http';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
}

export interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { $ref?: string; value?: unknown; summary?: string; description?: string }>;
}

export interface Response {
  $ref?: string;
  description?: string;
  content?: Record<string, Content>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  'x-scope'?: string;
  'x-roles'?: string[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; description?: string; content?: Record<string, Content> };
  responses: Record<string, Response>;
}

export interface OpenAPI {
  info: { title: string; version: string; summary?: string; description?: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    examples: Record<string, { value?: unknown; summary?: string }>;
  };
}

export const openapiQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }) => {
    const answer = await fetch('/openapi.json', { signal });
    if (!answer.ok) {
      const message = 'the description of the API is not there';
      throw new ApiError({ status: answer.status, code: 'unavailable', field: null, message, retryAfter: null });
    }
    return (await answer.json()) as OpenAPI;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
