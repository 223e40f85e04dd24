import type { Confidence, MappingCorrectionAction, StateMatchMethod } from '../values.ts';

/** A claim of a state entry on a resource. */
export interface ClaimedMapping {
  readonly stateSourceId: string;
  readonly iacProjectId?: string | undefined;
  readonly address: string;
  readonly codeAddress: string;
  readonly method: StateMatchMethod;
  readonly confidence: Confidence;
}

export interface CorrectedMapping {
  readonly action: MappingCorrectionAction;
  readonly address: string | undefined;
  readonly codeAddress: string | undefined;
  readonly iacProjectId: string | undefined;
  readonly stale: boolean;
}

/** What manages a resource: an address of a state, or of a `link` correction. */
export interface Mapping {
  readonly stateSourceId?: string | undefined;
  readonly iacProjectId?: string | undefined;
  readonly address: string;
  readonly codeAddress: string;
  readonly method: StateMatchMethod | 'correction';
  readonly confidence: Confidence;
  /** Whether a user declared the mapping. */
  readonly corrected: boolean;
  /** Whether other addresses claim the resource as well. */
  readonly conflict: boolean;
}

/**
 * Combines the claims on a resource with its `link` corrections. A correction that names the address of a claim confirms it.
 * Several mappings are all in conflict. A correction whose project is missing has the confidence `low`.
 */
export function combineMappings(
  claims: readonly ClaimedMapping[],
  corrections: readonly CorrectedMapping[],
): readonly Mapping[] {
  const links = corrections.filter(({ action }) => action === 'link');
  const isLinkTo = (claim: ClaimedMapping) => (link: CorrectedMapping) =>
    (link.address === claim.address || link.address === claim.codeAddress) &&
    (link.iacProjectId === undefined || link.iacProjectId === claim.iacProjectId);
  const confirmed = new Set(claims.flatMap((claim) => links.filter(isLinkTo(claim))));
  const mappings = [
    ...claims.map((claim) => {
      const link = links.find(isLinkTo(claim));
      return link === undefined
        ? { ...claim, corrected: false }
        : { ...claim, method: 'correction' as const, confidence: confidenceOf(link), corrected: true };
    }),
    ...links
      .filter((link) => !confirmed.has(link))
      .map(({ address, codeAddress, iacProjectId, stale }) => ({
        iacProjectId: iacProjectId ?? undefined,
        address: address ?? '',
        codeAddress: codeAddress ?? address ?? '',
        method: 'correction' as const,
        confidence: confidenceOf({ stale }),
        corrected: true,
      })),
  ];
  return mappings.map((mapping) => ({ ...mapping, conflict: mappings.length > 1 }));
}

function confidenceOf({ stale }: Pick<CorrectedMapping, 'stale'>): Confidence {
  return stale ? 'low' : 'high';
}

const order: readonly Confidence[] = ['low', 'medium', 'high'];

/** Returns the lower of two confidences. */
export function lowerConfidence(left: Confidence, right: Confidence): Confidence {
  return order.indexOf(left) < order.indexOf(right) ? left : right;
}
