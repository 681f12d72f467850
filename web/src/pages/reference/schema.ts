// Schemas in words: what a value is, what bounds it, and what is inside.
import type { OpenAPI, Response, Schema } from '../../api/openapi';

const nameIn = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

/** resolved follows a reference to its schema, and joins schemas that must all hold. */
export function resolved(api: OpenAPI, schema: Schema): Schema {
  const { $ref, allOf, ...rest } = schema;
  if ($ref !== undefined) return { ...resolved(api, api.components.schemas[nameIn($ref)] ?? {}), ...rest };
  if (allOf === undefined) return schema;
  const parts = [rest, ...allOf.map((part) => resolved(api, part))];
  return {
    ...Object.assign({}, ...parts),
    required: parts.flatMap(({ required }) => required ?? []),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
  };
}

export function resolvedResponse(api: OpenAPI, response: Response): Response {
  return response.$ref === undefined ? response : (api.components.responses[nameIn(response.$ref)] ?? {});
}

interface Kind {
  /** string, integer, … or list; empty where a schema of the document says it. */
  words: string[];
  /** The schema of the document that it is, or that its items are. */
  model?: string;
  list: boolean;
  nullable: boolean;
}

/** kindOf says what a value is. */
export function kindOf(api: OpenAPI, schema: Schema): Kind {
  if (schema.$ref !== undefined) return { words: [], model: nameIn(schema.$ref), list: false, nullable: false };
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) {
    const kinds = choices.map((choice) => kindOf(api, choice));
    return {
      words: [...new Set(kinds.flatMap(({ words }) => words))].filter((word) => word !== 'null'),
      model: kinds.find(({ model }) => model !== undefined)?.model,
      list: kinds.some(({ list }) => list),
      nullable: kinds.some(({ words, nullable }) => nullable || words.includes('null')),
    };
  }
  const types = [schema.type ?? []].flat();
  const nullable = types.length > 1 && types.includes('null');
  if (types.includes('array') && schema.items !== undefined) {
    return { ...kindOf(api, schema.items), list: true, nullable };
  }
  return { words: types.filter((type) => !nullable || type !== 'null'), list: false, nullable };
}

/** insideOf is the object that a value is, that it may be, or that its items are; undefined when there is none. */
export function insideOf(api: OpenAPI, schema: Schema): Schema | undefined {
  const whole = resolved(api, schema);
  if (whole.properties !== undefined) return whole;
  if (whole.items !== undefined) return insideOf(api, whole.items);
  for (const choice of [...(whole.oneOf ?? []), ...(whole.anyOf ?? [])]) {
    const inside = insideOf(api, choice);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Say names what a length is counted in. */
export type Say = (unit: 'chars' | 'items', count: number) => string;

/** boundsOf is what limits a value. */
export function boundsOf(api: OpenAPI, schema: Schema, say: Say): string[] {
  const s = resolved(api, schema);
  const range = (low: number | undefined, high: number | undefined, counted?: 'chars' | 'items') => {
    const last = high ?? low;
    if (last === undefined) return [];
    const unit = counted === undefined ? '' : ` ${say(counted, last)}`;
    if (low === undefined) return [`≤ ${high}${unit}`];
    return [high === undefined ? `≥ ${low}${unit}` : `${low}–${high}${unit}`];
  };
  return [
    ...(s.format === undefined ? [] : [s.format]),
    ...(s.enum === undefined ? [] : [s.enum.map((value) => JSON.stringify(value)).join(' | ')]),
    ...range(s.minimum, s.maximum),
    ...(s.exclusiveMinimum === undefined ? [] : [`> ${s.exclusiveMinimum}`]),
    ...range(s.minLength, s.maxLength, 'chars'),
    ...range(s.minItems, s.maxItems, 'items'),
    ...(s.default === undefined ? [] : [`= ${JSON.stringify(s.default)}`]),
  ];
}
