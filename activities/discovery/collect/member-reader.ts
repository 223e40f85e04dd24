import type { MembersCall, TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import { meetsConditions } from '../../../domain/discovery/declaration/condition.ts';
import { actionsOfCall } from '../../../domain/discovery/declaration/resource-types.ts';
import { RULE_SET_VERSION } from '../../../domain/discovery/declaration/rule-set.ts';
import { fillInput, readText } from '../../../domain/discovery/declaration/text-expression.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import { readStackResources } from '../../../domain/discovery/observation/read-stack-resources.ts';
import type { StackReading, StackResource } from '../../../domain/discovery/observation/stack-reading.ts';
import type { UnreadablePart } from '../../../domain/discovery/observation/unreadable-part.ts';
import { select } from '../../../domain/json/path.ts';
import { answerLimits } from '../../../clients/answer-limits.ts';
import { mapConcurrently } from '../../../domain/lists/map-concurrently.ts';
import { PagingError } from '../aws/page-tokens.ts';
import { DetailCircuitBreaker } from './detail-circuit-breaker.ts';
import type { ServiceContext } from './service-context.ts';
import { listedNativeId } from './storable-identity.ts';
import { unreadableMembers } from './unreadable-parts.ts';

const callsAtOnce = 8;

/**
 * Reads the members of the items of a type: of those whose version is not the stored one. A failed call makes them an unreadable
 * part of their item, whose stored members stay.
 */
export class MemberReader {
  readonly #context: ServiceContext;
  readonly #type: TypeCollector;
  readonly #call: MembersCall;
  readonly #breaker = new DetailCircuitBreaker();
  readonly #readings = new WeakMap<RawItem, StackReading>();
  readonly #unreadable = new WeakMap<RawItem, readonly UnreadablePart[]>();

  constructor(context: ServiceContext, type: TypeCollector, call: MembersCall) {
    const types = [type.resourceType];
    this.#context = { ...context, api: context.api.reporting(() => context.calls.add(types)) };
    this.#type = type;
    this.#call = call;
  }

  async read(items: readonly RawItem[]): Promise<void> {
    const stored = await this.#context.options.memberVersions?.(
      this.#type.resourceType,
      items.map((item) => this.#idOf(item)),
    );
    const changed = items.filter((item) => {
      const version = this.#versionOf(item);
      return version === undefined || stored?.get(this.#idOf(item)) !== version;
    });
    await mapConcurrently(changed, callsAtOnce, (item) => this.#readOne(item));
  }

  readingOf(item: RawItem): StackReading | undefined {
    return this.#readings.get(item);
  }

  unreadablePartsOf(item: RawItem): readonly UnreadablePart[] {
    return this.#unreadable.get(item) ?? [];
  }

  async #readOne(item: RawItem): Promise<void> {
    const { options, service } = this.#context;
    const { operation, part } = this.#call;
    const version = this.#versionOf(item);
    try {
      const resources = await this.#breaker.run(operation, () => this.#listResources(item));
      this.#readings.set(item, version === undefined ? { resources } : { version, resources });
    } catch (error) {
      options.signal.throwIfAborted();
      const [action] = actionsOfCall(service, operation);
      this.#unreadable.set(item, [unreadableMembers(part, error, action)]);
    }
  }

  async #listResources(item: RawItem): Promise<readonly StackResource[]> {
    const { api, scope } = this.#context;
    const input = fillInput(this.#call.input ?? {}, item, scope) ?? {};
    const resources: StackResource[] = [];
    let pages = 0;
    for await (const page of api.pages(this.#call, input)) {
      pages += 1;
      if (pages > answerLimits.pages)
        throw new PagingError(`${this.#call.operation} returned more than ${answerLimits.pages} pages`);
      resources.push(...readStackResources(select(page, this.#call.items)));
    }
    return resources;
  }

  /** Returns `undefined` while the members change. The rules that read them are a part of the version. */
  #versionOf(item: RawItem): string | undefined {
    const { changing, version } = this.#call;
    if (changing.some((condition) => meetsConditions(item, {}, [condition]))) return undefined;
    const text = readText(version, item, this.#context.scope);
    return text === undefined ? undefined : `${RULE_SET_VERSION} ${text}`;
  }

  #idOf(item: RawItem): string {
    return listedNativeId(this.#type, item, this.#context.scope);
  }
}
