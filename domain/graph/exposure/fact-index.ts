import { addToGroup } from '../../lists/add-to-group.ts';
import type { ExposureFact, ExposureFactKind } from './exposure-fact.ts';

/** A resource with the part of its configuration that exposure depends on. */
export interface FactOfResource {
  readonly resourceId: string;
  readonly nativeId: string;
  readonly region: string;
  readonly fact: ExposureFact;
  /** Whether the resource belongs to the account whose exposures are asked for. Others only explain them. */
  readonly own: boolean;
}

export type ExposureFactOf<K extends ExposureFactKind> = Extract<ExposureFact, { kind: K }>;
export interface Known<K extends ExposureFactKind> extends FactOfResource {
  readonly fact: ExposureFactOf<K>;
}

/** The facts of a region by kind and native id. */
export class FactIndex {
  readonly #byKind = new Map<ExposureFactKind, FactOfResource[]>();
  readonly #byNativeId = new Map<string, FactOfResource>();

  constructor(facts: readonly FactOfResource[]) {
    for (const one of facts) {
      addToGroup(this.#byKind, one.fact.kind, one);
      this.#byNativeId.set(`${one.fact.kind} ${one.nativeId}`, one);
    }
  }

  all<K extends ExposureFactKind>(kind: K): readonly Known<K>[] {
    return (this.#byKind.get(kind) ?? []) as unknown as readonly Known<K>[];
  }

  /** Those of the account whose exposures are asked for. */
  own<K extends ExposureFactKind>(kind: K, test: (fact: ExposureFactOf<K>) => boolean): readonly Known<K>[] {
    return this.all(kind).filter((one) => one.own && test(one.fact));
  }

  find<K extends ExposureFactKind>(kind: K, nativeId: string): Known<K> | undefined {
    return this.#byNativeId.get(`${kind} ${nativeId}`) as Known<K> | undefined;
  }
}
