import type { EvidenceKind } from '../values.ts';

/** A fact from which a membership, an environment or an owner was inferred. */
export interface Evidence {
  readonly kind: EvidenceKind;
  readonly key?: string;
  readonly value?: string;
  readonly reference?: { readonly entity_type: string; readonly id: string; readonly name: string };
}
