import { keyedHash } from '../../../runtime/keyed-hash.ts';
import { createStateParser } from '../../../commands/mapping/parse/state-parser.ts';
import { comparedManagers, comparedNamesOf } from '../../../domain/drift/comparable-attributes.ts';
import { valuesOfEntry, valuesOfResource } from '../../../domain/drift/comparable-values.ts';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import { identifyEntry } from '../../../domain/mapping/identify-entry.ts';
import { locateEntries } from '../../../domain/mapping/locate-entries.ts';
import {
  locationAttributes,
  mappingRulesOf,
  stateAttributesOf,
} from '../../../domain/mapping/rules/mapping-rule.ts';
import type { StateEntry } from '../../../domain/mapping/state-entry.ts';

const hash = keyedHash('key of one organization');
const rules = {
  isListed: (type: string) => mappingRulesOf(type).some(({ resourceType }) => resourceType !== null),
  stateAttributesOf,
  locationAttributes,
  comparedNamesOf,
};

/** The comparison of an entry with its resource: the compared keys, and those that differ. */
export interface ComparedEntry {
  readonly address: string;
  readonly terraformType: string;
  readonly compared: readonly string[];
  readonly different: readonly string[];
  /** The forms that equal what AWS returns, by key. */
  readonly accepted: Readonly<Record<string, readonly string[]>>;
  readonly resource: ObservedResource;
}

/** Compares the entries of a state with collected resources, as the product does. Entries without a resource are left out. */
export function compareEstate(
  state: string,
  awsAccountNumber: string,
  resources: readonly ObservedResource[],
): readonly ComparedEntry[] {
  const entries: StateEntry[] = [];
  const parser = createStateParser(rules, (entry) => entries.push(entry));
  parser.push(Buffer.from(state));
  parser.end();
  const inAccount = entries.map((entry) => ({ awsAccountNumber, region: 'eu-west-1', ...entry }));
  const values = locateEntries(inAccount, new Map()).flatMap((entry) => {
    const found = valuesOfEntry(entry.terraformType, entry.compared ?? {}, hash);
    const resource = found === undefined ? undefined : resourceOf(entry, found.holders, resources);
    return found === undefined || resource === undefined ? [] : [{ entry, found, resource }];
  });
  return values.map(({ entry, found, resource }) => {
    const { resourceType, configuration, tags } = resource;
    const accepted = valuesOfResource(resourceType, configuration, tags, hash);
    const others = values.filter((one) => one.resource === resource && one.entry !== entry);
    const isHidden = (key: string) =>
      comparedManagers.some(
        ({ type, hides }) =>
          others.some(({ entry: other }) => other.terraformType === type) &&
          hides.some(
            (hidden) => key === hidden || (hidden.endsWith('*') && key.startsWith(hidden.slice(0, -1))),
          ),
      );
    const isTag = (key: string) => key.startsWith('tags.');
    const stated = Object.keys(found.forms).filter((key) => Object.hasOwn(accepted, key) || isTag(key));
    const added = found.hasTags
      ? Object.keys(accepted).filter((key) => isTag(key) && !Object.hasOwn(found.forms, key))
      : [];
    const compared = [...stated, ...added].filter((key) => !isHidden(key));
    return {
      address: entry.address,
      terraformType: entry.terraformType,
      compared,
      resource,
      accepted,
      different: compared.filter((key) => accepted[key]?.includes(found.forms[key] ?? 'absent') !== true),
    };
  });
}

function resourceOf(
  entry: StateEntry,
  holders: readonly { readonly resourceType: string; readonly nativeId: string }[],
  resources: readonly ObservedResource[],
): ObservedResource | undefined {
  for (const { resourceType, nativeId } of holders) {
    const found = resources.find((one) => one.resourceType === resourceType && one.nativeId === nativeId);
    if (found !== undefined) return found;
  }
  for (const { arn, nativeId, resourceType } of identifyEntry(entry).candidates) {
    const found = resources.find((one) =>
      arn === undefined ? one.resourceType === resourceType && one.nativeId === nativeId : one.arn === arn,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
