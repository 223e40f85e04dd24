import type { ListCall, VariantCondition } from '../../../domain/discovery/declaration/collector.ts';
import { fillInput } from '../../../domain/discovery/declaration/text-expression.ts';
import type { InputTemplate, ScanScope } from '../../../domain/discovery/declaration/text-expression.ts';
import { first, select } from '../../../domain/json/path.ts';
import { classifyAwsError } from '../../../clients/aws/classify-aws-error.ts';
import { globalRegion } from '../../../domain/values.ts';
import type { ServiceApi } from '../aws/service-api.ts';

/** Selects the variants of list calls that can find something in the scanned region. One object serves one scan of a service. */
export class VariantSelection {
  readonly #api: ServiceApi;
  readonly #scope: ScanScope;
  readonly #signal: AbortSignal;
  readonly #found = new Map<string, Promise<boolean>>();

  constructor(api: ServiceApi, scope: ScanScope, signal: AbortSignal) {
    this.#api = api;
    this.#scope = scope;
    this.#signal = signal;
  }

  /** Returns whether a variant can find something. @throws the signal's reason when it aborts */
  async canFind({ variantsOnly }: ListCall, variant: InputTemplate): Promise<boolean> {
    const value = variantsOnly === undefined ? undefined : variant[variantsOnly.by];
    const condition = typeof value === 'string' ? variantsOnly?.cases[value] : undefined;
    if (condition === undefined) return true;
    const isGlobal = this.#scope.region === globalRegion;
    if (isGlobal !== (condition.scope === 'global')) return false;
    return condition.exists === undefined || this.#exists(condition.exists);
  }

  /** Makes the call once for all lists that wait for it. */
  #exists(call: Required<VariantCondition>['exists']): Promise<boolean> {
    const key = JSON.stringify(call);
    const found = this.#found.get(key) ?? this.#findAny(call);
    this.#found.set(key, found);
    return found;
  }

  /**
   * Returns whether a list has an item; `true` for one that cannot be read, and for a response without the list. A region that does
   * not offer the service has no item.
   */
  async #findAny(call: Required<VariantCondition>['exists']): Promise<boolean> {
    const input = fillInput(call.input ?? {}, {}, this.#scope) ?? {};
    try {
      for await (const page of this.#api.pages(call, input)) {
        const isList = first(page, call.items.replace(/\[\]$/, '')) !== undefined;
        if (!isList || select(page, call.items).length > 0) return true;
      }
      return false;
    } catch (error) {
      this.#signal.throwIfAborted();
      return classifyAwsError(error).outcome !== 'unsupported';
    }
  }
}
