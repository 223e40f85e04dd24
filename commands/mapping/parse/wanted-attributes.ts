import { allNames, setOfNames } from './attribute-names.ts';
import type { AttributeNames } from './attribute-names.ts';

/** Which attributes the product keeps. */
export interface AttributeRules {
  /** Whether a rule names the type, and a type of the inventory for it. */
  isListed(terraformType: string): boolean;
  /** Names or dotted paths of the attributes that are kept besides `arn` and `id`. */
  stateAttributesOf(terraformType: string): readonly string[];
  /** Names of the top attributes that are compared with the inventory. */
  comparedNamesOf(terraformType: string): readonly string[];
  /** Names of attributes that can show the account and region of the entry. */
  readonly locationAttributes: readonly string[];
}

/** The attributes of a type that are read. */
export interface WantedAttributes {
  /** Whether a rule names the type, and a type of the inventory for it. */
  readonly isListed: boolean;
  /** The attributes that are kept. */
  readonly kept: readonly string[];
  /** In order of preference. */
  readonly location: readonly string[];
  readonly names: AttributeNames;
  readonly isWanted: (path: string) => boolean;
  /** Top attributes that are kept whole, to be compared with the inventory. */
  readonly compared: ReadonlySet<string>;
}

/** Reads all attributes, for a resource whose type follows its instances. */
export const unknownType: WantedAttributes = {
  isListed: false,
  kept: [],
  location: [],
  names: allNames,
  isWanted: () => true,
  compared: new Set(),
};

/** Returns a function that looks up the attributes of a type. It keeps the results of 2,000 types. */
export function createWantedAttributes(rules: AttributeRules): (type: string) => WantedAttributes {
  const known = new Map<string, WantedAttributes>();
  return (type) => {
    const found = known.get(type);
    if (found !== undefined) return found;
    const kept = rules.stateAttributesOf(type);
    const paths = new Set(['arn', 'id', ...kept, ...rules.locationAttributes]);
    const wanted = {
      isListed: rules.isListed(type),
      kept,
      location: rules.locationAttributes,
      names: setOfNames(paths),
      isWanted: (path: string) => paths.has(path),
      compared: new Set(rules.comparedNamesOf(type)),
    };
    // The types of a hostile state are not limited in number.
    if (known.size < 2_000) known.set(type, wanted);
    return wanted;
  };
}
