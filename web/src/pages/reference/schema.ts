// Describes schemas: type, limits and members.
import type { OpenAPI, Response, Schema } from '../../api/openapi';

const nameIn = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

/** Follows a reference, and merges allOf schemas. */
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
  /** string, integer, … or list; empty if a named schema defines the type. */
  words: string[];
  /** The named schema of the value or of its items. */
  model?: string;
  list: boolean;
  nullable: boolean;
}

/** The type of a value. */
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

/** The object that a value is, may be or contains as items; undefined if there is none. */
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

/** The translated unit of a length limit, in the form that agrees with the count. */
export type UnitText = (unit: 'chars' | 'items', count: number) => string;

export function boundsOf(api: OpenAPI, schema: Schema, say: UnitText): string[] {
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
