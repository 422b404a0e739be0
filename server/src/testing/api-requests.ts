import type { Operation } from '../policy/policy.ts';

/** The parts of a JSON Schema that the OpenAPI document uses. */
type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
type Parameter = { name: string; in: 'path' | 'query'; required?: boolean; schema: Schema };
type Described = {
  operationId: Operation;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
};

/** One operation of the OpenAPI document. */
export type ApiOperation = {
  operation: Operation;
  method: string;
  /** As documented: `/groups/{id}`. */
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
  statuses: number[];
};

/** Returns the operations that the server documents. */
export async function documentedOperations(url: string): Promise<ApiOperation[]> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses }]) => ({
      operation: operationId,
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema,
      statuses: Object.keys(responses).map(Number),
    })),
  );
}

/** Draws numbers and choices from a seed, so that a failing run can be repeated. */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below = (limit: number): number => Math.floor(this.next() * limit);

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

/** Values for a field of this name; undefined where the schema alone decides. */
export type Specimens = (name: string, operation: Operation) => unknown;

const WORDS = ['Kestrel', 'Dubuque', 'Ines', 'Halfway Tools', 'a', 'Carrier asked for it'];

function text(schema: Schema, name: string, draw: Draw): string {
  if (/date$|^asof$|^on$|^from$|^until$/i.test(name)) return draw.of(['2026-12-01', '2026-11-01', '2027-01-01']);
  if (/email$/i.test(name)) return 'someone@example.test';
  if (name === 'holder') return '018f0000-0000-7000-8000-000000000001';
  if (schema.format === 'uuid') return '018f0000-0000-7000-8000-000000000000';
  if (schema.format === 'date-time') return '2026-11-20T18:00:00.000Z';
  const word = draw.of(WORDS);
  return word.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 100);
}

function numberOf({ minimum, maximum, type }: Schema, draw: Draw): number {
  const low = Math.max(minimum ?? 0, -1_000_000);
  const high = Math.min(maximum ?? low + 100, low + 1000);
  const value = low + draw.next() * Math.max(0, high - low);
  return type === 'integer' ? Math.floor(value) : value;
}

function object(schema: Schema, operation: Operation, draw: Draw, specimens: Specimens): Record<string, unknown> {
  const required = new Set(schema.required);
  const entries = Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== 'idempotencyKey' && (required.has(name) || draw.next() < 0.4))
    .map(([name, part]) => [name, valueOf(part, name, operation, draw, specimens)] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

/** Returns a value that the schema accepts; fields with specimens are filled from them. */
export function valueOf(schema: Schema, name: string, operation: Operation, draw: Draw, specimens: Specimens): unknown {
  const given = specimens(name, operation);
  if (given !== undefined) return given;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return draw.of(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return valueOf(draw.of(choices), name, operation, draw, specimens);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => valueOf(part, name, operation, draw, specimens)));
  const type = Array.isArray(schema.type) ? draw.of(schema.type) : schema.type;
  if (type === 'string') return text(schema, name, draw);
  if (type === 'integer' || type === 'number') return numberOf(schema, draw);
  if (type === 'boolean') return draw.next() < 0.5;
  if (type === 'null') return null;
  if (type === 'array') {
    const length = Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 1 + draw.below(2)));
    return Array.from({ length }, () => valueOf(schema.items ?? {}, name, operation, draw, specimens));
  }
  return object(schema, operation, draw, specimens);
}

export type ApiRequest = { method: string; path: string; body: string | undefined };

/** Returns a request that the documented schema of the operation accepts. */
export function requestOf(api: ApiOperation, draw: Draw, specimens: Specimens): ApiRequest {
  let path = `/api${api.path}`;
  const query = new URLSearchParams();
  for (const { name, in: where, required, schema } of api.parameters) {
    if (where === 'query' && !required && draw.next() < 0.5) continue;
    const value = valueOf(schema, name, api.operation, draw, specimens);
    if (where === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (typeof value === 'string') query.set(name, value);
    else if (typeof value === 'number' || typeof value === 'boolean') query.set(name, `${value}`);
  }
  const body = api.body ? JSON.stringify(valueOf(api.body, '', api.operation, draw, specimens)) : undefined;
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return { method: api.method, path: path + search, body };
}
