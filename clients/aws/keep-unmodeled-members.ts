import { NormalizedSchema } from '@smithy/core/schema';
import { olderOutputSchema } from './older-client-members.ts';
import { UNMODELED_KEY } from '../../domain/discovery/observation/unmodeled-members.ts';

/** The part of an SDK client's middleware stack that this module uses. Source: `MiddlewareStack` of @smithy/types. */
export interface MiddlewareStack {
  add(middleware: Middleware, options: { step: 'deserialize'; priority: 'high' | 'low'; name: string }): void;
}

type Middleware = (next: Handler, context: object) => Handler;
type Handler = (args: object) => Promise<{ readonly response: unknown; readonly output?: unknown }>;

/** The part of an SDK client's resolved configuration that this module uses. */
export interface ProtocolConfiguration {
  /** Absent in clients of 2024 and earlier. */
  readonly protocol?: { getShapeId(): string };
  /** Reads a body to its end. */
  streamCollector(body: unknown): Promise<Uint8Array>;
}

/**
 * Keeps the members of responses in JSON that an SDK client does not know: AWS adds members before a new version of the client
 * is installed. Each structure of the output that has some gets them under {@link UNMODELED_KEY}, as the body has them.
 * Null values are left out, as the SDK does. Other protocols (XML) are not read: an element of XML does not show whether it is
 * a list, a structure or a text.
 */
export function keepUnmodeledMembers(
  client: string,
  stack: MiddlewareStack,
  configuration: ProtocolConfiguration,
): void {
  const bodies = new WeakMap<object, string>();
  // The lowest priority of the step is the last before the request is sent: it receives the response before it is deserialized.
  stack.add(
    (next, context) => async (args) => {
      const result = await next(args);
      const body = await readJsonBody(result.response, outputSchema(client, context), configuration);
      if (body !== undefined) bodies.set(context, body);
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'readJsonBody' },
  );
  stack.add(
    (next, context) => async (args) => {
      const result = await next(args);
      const body = bodies.get(context);
      if (body !== undefined)
        addUnmodeled(JSON.parse(body), result.output, outputSchema(client, context), configuration);
      return result;
    },
    { step: 'deserialize', priority: 'high', name: 'keepUnmodeledMembers' },
  );
}

interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** Returns the body of a successful response in JSON, which can be read again; `undefined` for other responses. */
async function readJsonBody(
  response: unknown,
  schema: NormalizedSchema | undefined,
  configuration: ProtocolConfiguration,
): Promise<string | undefined> {
  if (!isHttpResponse(response) || response.statusCode >= 300) return undefined;
  if (!isJson(response, configuration) || hasStream(schema)) return undefined;
  const { body } = response;
  const bytes = body instanceof Uint8Array ? body : await configuration.streamCollector(body);
  response.body = bytes;
  return bytes.byteLength === 0 ? undefined : new TextDecoder().decode(bytes);
}

function isHttpResponse(response: unknown): response is HttpResponse {
  return (
    typeof response === 'object' && response !== null && 'statusCode' in response && 'headers' in response
  );
}

function isJson({ headers }: HttpResponse, { protocol }: ProtocolConfiguration): boolean {
  if (protocol !== undefined) return protocol.getShapeId().toLowerCase().includes('json');
  return (headers['content-type'] ?? '').includes('json');
}

/** Returns the schema of the operation's output; `undefined` if it is unknown. */
function outputSchema(client: string, context: object): NormalizedSchema | undefined {
  const smithy: unknown = Reflect.get(context, '__smithy_context');
  const operation: unknown =
    typeof smithy === 'object' && smithy !== null ? Reflect.get(smithy, 'operationSchema') : undefined;
  // Source: `StaticOperationSchema` of @smithy/types: kind, namespace, name, traits, input, output.
  if (Array.isArray(operation)) return NormalizedSchema.of(operation[5]);
  const command: unknown = Reflect.get(context, 'commandName');
  return olderOutputSchema(`${client} ${String(command).replace(/Command$/, '')}`);
}

/** An object in a file's or a stream's format has no members, and is not held in memory. */
function hasStream(schema: NormalizedSchema | undefined): boolean {
  return (
    schema?.isStructSchema() === true && [...schema.structIterator()].some(([, one]) => one.isStreaming())
  );
}

function addUnmodeled(
  body: unknown,
  output: unknown,
  schema: NormalizedSchema | undefined,
  { protocol }: ProtocolConfiguration,
): void {
  const namesInBody = protocol?.getShapeId() === 'aws.protocols#restJson1';
  if (schema?.isStructSchema() !== true || !isStructure(output))
    return addBelow(body, output, schema, namesInBody);
  // In some operations of REST APIs, the body is one member of the output.
  const payload = [...schema.structIterator()].find(([, one]) => one.getMergedTraits().httpPayload);
  if (payload === undefined) return addBelow(body, output, schema, namesInBody);
  addBelow(body, output[payload[0]], payload[1], namesInBody);
}

/** @param namesInBody whether a member can have another name in the body (`jsonName`) */
function addBelow(
  body: unknown,
  output: unknown,
  schema: NormalizedSchema | undefined,
  namesInBody: boolean,
): void {
  if (Array.isArray(body) && Array.isArray(output)) {
    if (schema?.isListSchema() === false) return;
    const items = output.length === body.length ? body : body.filter((item) => item !== null);
    const element = schema?.getValueSchema();
    for (const [index, item] of items.entries()) addBelow(item, output[index], element, namesInBody);
    return;
  }
  if (!isStructure(body) || !isStructure(output)) return;
  if (schema?.isMapSchema() === true) {
    const value = schema.getValueSchema();
    for (const [key, inner] of Object.entries(body)) addBelow(inner, own(output, key), value, namesInBody);
    return;
  }
  if (schema?.isStructSchema() === false) return;
  const members = schema && membersOf(schema, namesInBody);
  const unmodeled: [string, unknown][] = [];
  for (const [key, inner] of Object.entries(body)) {
    // `__type` is the name of the structure.
    if (inner === null || key === '__type') continue;
    const [name, member] = members === undefined ? [key] : (members.get(key) ?? []);
    if (name !== undefined && (members !== undefined || Object.hasOwn(output, name)))
      addBelow(inner, own(output, name), member, namesInBody);
    else if (schema?.isUnionSchema() !== true) unmodeled.push([key, inner]);
  }
  if (unmodeled.length === 0) return;
  // A structure with `__type` has them among its members, too.
  for (const [key] of unmodeled) Reflect.deleteProperty(output, key);
  output[UNMODELED_KEY] = Object.fromEntries(unmodeled);
}

type Members = ReadonlyMap<string, readonly [name: string, schema: NormalizedSchema]>;

const membersByName = new WeakMap<NormalizedSchema, Members>();

/** Returns the members of a structure by their names in the body. */
function membersOf(schema: NormalizedSchema, namesInBody: boolean): Members {
  const known = membersByName.get(schema);
  if (known !== undefined) return known;
  const members = new Map<string, readonly [string, NormalizedSchema]>();
  for (const [name, member] of schema.structIterator())
    members.set((namesInBody ? member.getMergedTraits().jsonName : undefined) ?? name, [name, member]);
  membersByName.set(schema, members);
  return members;
}

function isStructure(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
