import { codeAddressOf } from '../../domain/mapping/address.ts';
import { formatInstance, parseCodeAddress } from '../../domain/mapping/locate/code-address.ts';
import { combineMappings, lowerConfidence } from '../../domain/mapping/combine-mappings.ts';
import type { Mapping } from '../../domain/mapping/combine-mappings.ts';
import type { Confidence, ManagementState, StateMatchMethod } from '../../domain/values.ts';
import {
  findMappedResource,
  findRepositoriesOf,
  listClaims,
  listSuggestions,
} from '../../db/mapping/match/code-mapping-read-model.ts';
import type { Suggestion } from '../../db/mapping/match/code-mapping-read-model.ts';
import { listUnknownReasons } from '../../db/mapping/match/evidence-read-model.ts';
import type { EvidenceReason } from '../../db/mapping/match/evidence-read-model.ts';
import { mappedResourceTypes } from '../../domain/mapping/mapped-resource-types.ts';
import { listCorrections } from '../../db/mapping/match/mapping-correction-store.ts';
import { listCodeLocations } from '../../db/mapping/projects/code-location-read-model.ts';
import type { LocatedAddress } from '../../db/mapping/projects/code-location-read-model.ts';
import type { Tenant } from '../../db/tenant.ts';
import { locateAddress } from './locate-address.ts';

const maximumCorrections = 1000;
/** Each parses the code of a project, in about 20 ms. */
const maximumLocated = 3;

/** A block of code that manages a resource. */
export interface LocatedMapping {
  readonly iacProjectId: string | undefined;
  readonly repositoryId: string | undefined;
  readonly stateSourceId: string | undefined;
  readonly address: string;
  /** The address without instance keys. */
  readonly codeAddress: string;
  /** Path in the repository; undefined with `line`, `commitSha` and `url` when the block was not found. */
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly commitSha: string | undefined;
  readonly url: string | undefined;
  readonly method: StateMatchMethod | 'correction';
  /** The lower one of the match and the location. */
  readonly confidence: Confidence;
  readonly corrected: boolean;
  readonly conflict: boolean;
}

/** Of an unknown resource. */
const maximumReasons = 5;

export interface CodeMapping {
  readonly managementState: ManagementState;
  readonly mappings: readonly LocatedMapping[];
  /** Empty for a resource with mappings. */
  readonly suggestions: readonly Suggestion[];
  /** Empty for a resource that is not `unknown`. */
  readonly unknownBecause: readonly EvidenceReason[];
}

/** Returns the code that manages a resource, deleted or not, or `undefined` if the resource does not exist. */
export async function readCodeMapping(tenant: Tenant, resourceId: string): Promise<CodeMapping | undefined> {
  const resource = await findMappedResource(tenant, resourceId);
  if (resource === undefined) return undefined;
  const claims = await listClaims(tenant, resource.id);
  const corrections = await listCorrections(tenant, resource.id, maximumCorrections);
  const mappings = combineMappings(
    claims.map((claim) => ({
      stateSourceId: claim.stateSourceId,
      iacProjectId: claim.iacProjectId ?? undefined,
      address: claim.address,
      codeAddress: claim.codeAddress,
      method: claim.method,
      confidence: claim.confidence,
    })),
    corrections.map(({ action, address, iacProjectId, stale }) => {
      return { action, address, codeAddress: codeAddressOf(address ?? ''), iacProjectId, stale };
    }),
  );
  const inProjects = mappings.flatMap((mapping) => {
    const { iacProjectId } = mapping;
    return iacProjectId === undefined
      ? []
      : addressesOf(mapping).map((codeAddress) => ({ iacProjectId, codeAddress }));
  });
  const stored = await listCodeLocations(tenant, inProjects);
  const locations = [...stored, ...(await locateLinked(tenant, mappings, stored))];
  const repositories = await findRepositoriesOf(
    tenant,
    inProjects.map(({ iacProjectId }) => iacProjectId),
  );
  return {
    managementState: resource.managementState,
    mappings: mappings.map((mapping) => {
      const location = locationOf(mapping, locations);
      return withLocation(mapping, repositories.get(mapping.iacProjectId ?? ''), location);
    }),
    suggestions: mappings.length > 0 ? [] : await listSuggestions(tenant, resource.id),
    unknownBecause:
      resource.managementState === 'unknown'
        ? await listUnknownReasons(tenant, resource.id, mappedResourceTypes, maximumReasons)
        : [],
  };
}

/** Locates the addresses of recent corrections, of which the last scan of the repository did not know. */
async function locateLinked(
  tenant: Tenant,
  mappings: readonly Mapping[],
  stored: readonly LocatedAddress[],
): Promise<readonly LocatedAddress[]> {
  const located: LocatedAddress[] = [];
  const linked = mappings.filter((mapping) => mapping.corrected && locationOf(mapping, stored) === undefined);
  for (const mapping of linked.slice(0, maximumLocated)) {
    const { iacProjectId, address } = mapping;
    const location = iacProjectId && (await locateAddress(tenant, iacProjectId, address));
    // Two instances of one block can have different locations.
    if (location) located.push({ ...location, codeAddress: addressesOf(mapping)[0] ?? mapping.codeAddress });
  }
  return located;
}

/** Returns the addresses by which the location of a mapping is stored: of the instance, then of all instances. */
function addressesOf({ address, codeAddress }: Mapping): readonly string[] {
  const parsed = parseCodeAddress(address);
  return parsed?.keys === undefined ? [codeAddress] : [formatInstance(parsed), codeAddress];
}

function locationOf(mapping: Mapping, locations: readonly LocatedAddress[]): LocatedAddress | undefined {
  return addressesOf(mapping)
    .map((address) =>
      locations.find(
        ({ iacProjectId, codeAddress }) => iacProjectId === mapping.iacProjectId && codeAddress === address,
      ),
    )
    .find((found) => found !== undefined);
}

function withLocation(
  mapping: Mapping,
  repositoryId: string | undefined,
  location: LocatedAddress | undefined,
): LocatedMapping {
  return {
    iacProjectId: mapping.iacProjectId,
    repositoryId: location?.repositoryId ?? repositoryId,
    stateSourceId: mapping.stateSourceId,
    address: mapping.address,
    codeAddress: mapping.codeAddress,
    file: location?.file,
    line: location?.line,
    commitSha: location?.commitSha,
    url: location?.url,
    method: mapping.method,
    confidence:
      location === undefined ? mapping.confidence : lowerConfidence(mapping.confidence, location.confidence),
    corrected: mapping.corrected,
    conflict: mapping.conflict,
  };
}
