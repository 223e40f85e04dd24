import { secretMark } from '../secrets/redact-secrets.ts';
import { defined } from '../defined.ts';
import { objectOf } from '../json/json.ts';
import { meetsConditions } from '../discovery/declaration/condition.ts';
import { first } from '../json/path.ts';
import { readText } from '../discovery/declaration/text-expression.ts';
import type { ScanScope } from '../discovery/declaration/text-expression.ts';
import type { JsonObject } from '../json/json.ts';
import { partitionOfRegion, readArn } from '../mapping/arn.ts';
import type {
  EdgeRule,
  ExtractedHolder,
  ExtractedIdentifier,
  ExtractedReference,
  HolderDocument,
  IdentifierKind,
  IdentifierRule,
  TextCondition,
} from './edge-rule.ts';
import { readAccessFact } from './access/read-access-fact.ts';
import { readExposureFact } from './exposure/read-exposure-fact.ts';
import { externalKey, externalTypeOf } from './external-type.ts';
import { genericIdentifier, genericRule, isProseKey, mintingTypes } from './generic-reference.ts';
import { holderPathOf, walkHolder } from './holder-tree.ts';
import type { HolderItem, HolderLeaf } from './holder-tree.ts';
import { baseKeyOf, identifierKey, maximumKeyLength } from './identifier-key.ts';
import { identifierRules } from './identifier-rules.ts';
import { endsWithWord } from './key-words.ts';
import { audienceOf, mergeConditions, readConditions } from './policy-statement.ts';
import type { StatementConditions } from './policy-statement.ts';
import { indexRules, isEmptyNode } from './rule-index.ts';
import type { RuleIndex } from './rule-index.ts';
import { edgeRules } from './rules/index.ts';
import { withoutCredentials } from './url-credentials.ts';

const maximumLeaves = 200_000;
const maximumReferences = 2_000;
const maximumIdentifiers = 1_000;
/** Longer texts are documents, not identifiers. A list of identifiers (`split`) can be longer. */
const maximumTextLength = 4_096;

/** The rules of an extraction, indexed by type. */
export interface ExtractionRules {
  readonly index: RuleIndex;
  /** Types that rules with the matcher `name` can find. */
  readonly namedTypes: ReadonlySet<string>;
  /** Types whose names are looked up by their hash. */
  readonly hashedNameTypes: ReadonlySet<string>;
}

export function extractionRules(
  edges: readonly EdgeRule[],
  identifiers: readonly IdentifierRule[],
): ExtractionRules {
  const named = edges.filter(({ matcher }) => matcher === 'name');
  return {
    index: indexRules(edges, identifiers),
    namedTypes: new Set(named.flatMap(({ targetTypes }) => targetTypes)),
    hashedNameTypes: new Set(
      named.filter(({ key }) => key?.words !== undefined).flatMap(({ targetTypes }) => targetTypes),
    ),
  };
}

const declaredRules = extractionRules(edgeRules, identifierRules);

/**
 * Returns the identifiers of a resource and the references in its configuration. Takes linear time, also for hostile
 * documents. Keeps the first 2,000 references, those of declared rules before generic ones.
 *
 * @param hash keyed hash of the organization, in lower-case hex
 * @throws {SyntaxError} when a text of the document is not JSON
 */
export function extractHolder(
  document: HolderDocument,
  hash: (text: string) => string,
  rules: ExtractionRules = declaredRules,
): ExtractedHolder {
  return new Extraction(document, hash, rules).run();
}

class Extraction {
  readonly #document: HolderDocument;
  readonly #hash: (text: string) => string;
  readonly #rules: ExtractionRules;
  readonly #scope: ScanScope;
  readonly #holder: JsonObject;
  readonly #tags: Record<string, string>;
  readonly #identifiers = new Map<string, ExtractedIdentifier>();
  readonly #declared: ExtractedReference[] = [];
  readonly #generic: ExtractedReference[] = [];
  /** References that can repeat: those at paths through arrays, and those of parts of texts. */
  readonly #seen = new Map<string, number>();
  readonly #holderConditions = new Map<EdgeRule, boolean>();
  #ownArn: string | undefined;
  #leaves = 0;
  #cut: ExtractedHolder['cut'];

  constructor(document: HolderDocument, hash: (text: string) => string, rules: ExtractionRules) {
    this.#document = document;
    this.#hash = hash;
    this.#rules = rules;
    const { arn, awsAccountNumber: account, region, nativeId } = document;
    const partition = (arn === undefined ? null : readArn(arn))?.partition ?? partitionOfRegion(region);
    this.#scope = { account, region, partition, id: nativeId };
    this.#holder = parseObject(document.configuration);
    this.#tags = parseObject(document.tags) as Record<string, string>;
  }

  run(): ExtractedHolder {
    const rules = this.#rules.index(this.#document.resourceType);
    this.#addOwnIdentifiers();
    const complete =
      walkHolder(this.#holder, rules.configuration, '', (leaf) => this.#visit(leaf, true)) &&
      walkHolder(this.#tags, rules.tags, 'tags', (leaf) => this.#visit(leaf, false)) &&
      (isEmptyNode(rules.volatile) ||
        walkHolder(parseObject(this.#document.volatile), rules.volatile, 'volatile', (leaf) =>
          this.#visit(leaf, false),
        ));
    if (!complete) this.#cut ??= 'leaves';
    const generic = this.#generic.slice(0, maximumReferences - this.#declared.length);
    if (generic.length < this.#generic.length) this.#cut ??= 'references';
    return defined({
      identifiers: [...this.#identifiers.values()],
      references: [...this.#declared, ...generic],
      cut: this.#cut,
      exposure: readExposureFact(this.#holder, this.#document),
      access: readAccessFact(this.#holder, this.#document.resourceType, this.#document.arn),
    });
  }

  #addOwnIdentifiers(): void {
    const { arn, nativeId, name, resourceType } = this.#document;
    if (arn !== undefined) this.#ownArn = this.#addIdentifier('arn', arn);
    this.#addIdentifier('id', nativeId);
    if (name !== undefined && this.#rules.namedTypes.has(resourceType)) this.#addIdentifier('name', name);
  }

  #addIdentifier(kind: IdentifierKind, text: string): string | undefined {
    const key = identifierKey(kind, text);
    if (key === null || this.#identifiers.size >= maximumIdentifiers) return undefined;
    const entry = `${kind} ${key}`;
    if (this.#identifiers.has(entry)) return key;
    const hashed =
      kind !== 'id' && (kind !== 'name' || this.#rules.hashedNameTypes.has(this.#document.resourceType));
    this.#identifiers.set(entry, { kind, key, ...(hashed && { hash: `hmac-sha256:${this.#hash(key)}` }) });
    return key;
  }

  #visit(leaf: HolderLeaf, inConfiguration: boolean): boolean {
    this.#leaves += 1;
    if (this.#leaves > maximumLeaves) return false;
    const { value: text } = leaf;
    if (typeof text !== 'string' || text === '') return true;
    let declared = false;
    for (const node of leaf.nodes) {
      for (const rule of node.identifiers) {
        const identifier = rule.read === undefined ? text : this.#readIdentifier(rule.read, text, leaf);
        if (identifier !== undefined) this.#addIdentifier(rule.kind, identifier);
      }
      for (const rule of node.edges) declared = this.#readEdges(rule, text, leaf) || declared;
    }
    if (inConfiguration && !declared && !leaf.excluded) this.#readGeneric(text, leaf);
    if (this.#declared.length <= maximumReferences) return this.#leaves <= maximumLeaves;
    this.#declared.length = maximumReferences;
    this.#cut = 'references';
    return false;
  }

  /** Returns whether the rule reads an identifier in the text. */
  #readEdges(rule: EdgeRule, text: string, leaf: HolderLeaf): boolean {
    if (!this.#applies(rule, leaf)) return false;
    if (isHash(text)) {
      if (rule.matcher === 'id' || rule.read !== undefined || rule.text !== undefined) return false;
      this.#addReference(rule, text, text, leaf);
      return true;
    }
    let found = false;
    for (const piece of rule.split === undefined ? [text] : text.split(rule.split)) {
      const value = withoutCredentials(rule.split === undefined ? piece : piece.trim(), rule.matcher);
      if (rule.split !== undefined) this.#leaves += 1;
      if (this.#leaves > maximumLeaves) break;
      if (value.length > maximumTextLength || !meetsText(value, rule.text)) continue;
      const identifier = rule.read === undefined ? value : this.#readIdentifier(rule.read, value, leaf);
      const key = identifier === undefined ? null : keyOf(rule, identifier);
      if (key === null) continue;
      found = true;
      if (rule.matcher !== 'arn' || key !== this.#ownArn) this.#addReference(rule, key, value, leaf);
      if (this.#declared.length > maximumReferences) break;
    }
    return found;
  }

  #applies(rule: EdgeRule, { location, key }: HolderLeaf): boolean {
    if (rule.key !== undefined) {
      const { path, startsWith, words } = rule.key;
      let name: unknown = key ?? location.key;
      if (path !== undefined) name = first(location.item.value, path);
      if (typeof name !== 'string') return false;
      if (startsWith !== undefined && !name.startsWith(startsWith)) return false;
      if (words !== undefined && !endsWithWord(name, words)) return false;
    }
    if (rule.itemKey !== undefined && !meetsText(location.item.key ?? '', rule.itemKey)) return false;
    if (rule.audience !== undefined) {
      const statement = statementAround(location.item);
      const audience = statement === null ? undefined : audienceOf(statement);
      if (audience === undefined || (rule.audience !== 'named' && rule.audience !== audience)) return false;
    }
    if (rule.when === undefined) return true;
    const { on, conditions } = rule.when;
    const { account } = this.#scope;
    if (on === 'item') {
      return conditions.every((condition) => {
        if (!('path' in condition) || !condition.path.startsWith('^.')) {
          return meetsConditions(location.item.value, this.#tags, [condition], account);
        }
        const { item, path } = outerItem(location.item, condition.path);
        return item !== null && meetsConditions(item.value, this.#tags, [{ ...condition, path }], account);
      });
    }
    // Evaluated once for each document, because a path can select many values.
    const known = this.#holderConditions.get(rule);
    if (known !== undefined) return known;
    const met = meetsConditions(this.#holder, this.#tags, conditions, account);
    this.#holderConditions.set(rule, met);
    return met;
  }

  #readIdentifier(
    expression: string | readonly string[],
    value: string,
    leaf: HolderLeaf,
  ): string | undefined {
    if (value.length > maximumTextLength) return undefined;
    const { value: item, outer } = leaf.location.item;
    const values = { value, key: leaf.key ?? '', item, outer: outer?.value ?? {}, holder: this.#holder };
    return readText(expression, values, this.#scope);
  }

  #addReference(rule: EdgeRule, key: string, value: string, leaf: HolderLeaf): void {
    const path = holderPathOf(leaf.location, leaf.key);
    const conditions = rule.audience === undefined ? undefined : conditionsAround(leaf.location.item);
    const first = this.#repeats(rule.id, path, key, rule.split !== undefined, this.#declared.length);
    if (first !== undefined) {
      if (rule.audience !== undefined) this.#addConditions(first, conditions);
      return;
    }
    const baseKey = isHash(key) ? undefined : baseKeyOf(rule.matcher, key);
    const properties = {
      ...(rule.properties === undefined ? {} : readProperties(rule.properties, leaf.location.item)),
      ...defined({ conditions }),
    };
    this.#declared.push({
      rule: rule.id,
      path,
      key,
      ...defined({ baseKey }),
      value: value.length > maximumKeyLength ? key : value,
      ...(Object.keys(properties).length === 0 ? {} : { properties }),
    });
  }

  /** Another statement allows the same principal. */
  #addConditions(index: number, conditions: StatementConditions | undefined): void {
    const known = this.#declared[index];
    if (known === undefined) return;
    const { properties, ...reference } = known;
    const { conditions: before, ...others } = properties ?? {};
    const merged = mergeConditions(before as StatementConditions | undefined, conditions);
    const all = { ...others, ...defined({ conditions: merged }) };
    this.#declared[index] = { ...reference, ...(Object.keys(all).length === 0 ? {} : { properties: all }) };
  }

  #readGeneric(text: string, leaf: HolderLeaf): void {
    const identifier = genericIdentifier(text);
    if (identifier === null || isProseKey(leaf.key ?? leaf.location.key ?? '')) return;
    if (identifier.key === this.#ownArn || this.#mintsItself(identifier.key)) return;
    if (this.#generic.length > maximumReferences) return;
    const path = holderPathOf(leaf.location, leaf.key);
    if (this.#repeats(genericRule, path, identifier.key, false, 0) !== undefined) return;
    this.#generic.push({ rule: genericRule, path, ...identifier, value: text });
  }

  /** Whether the id is the holder's, and the holder the resource that it names. */
  #mintsItself(key: string): boolean {
    const { nativeId, resourceType } = this.#document;
    if (key !== nativeId) return false;
    const types = mintingTypes(key) ?? [];
    return types.length === 0 || types.includes(resourceType);
  }

  /** Returns the index that was given with the first equal reference; undefined for the first one. */
  #repeats(rule: string, path: string, key: string, isPart: boolean, index: number): number | undefined {
    if (!isPart && !path.includes('[]') && !path.endsWith('…')) return undefined;
    const entry = `${rule}\n${path}\n${key}`;
    const first = this.#seen.get(entry);
    if (first === undefined) this.#seen.set(entry, index);
    return first;
  }
}

function keyOf({ matcher, targetTypes }: EdgeRule, identifier: string): string | null {
  const type = externalTypeOf(targetTypes);
  return type === undefined ? identifierKey(matcher, identifier) : externalKey(type, identifier);
}

/** Returns the statement of a policy that contains the item, at most three objects above it. */
function statementAround(item: HolderItem): JsonObject | null {
  let at: HolderItem | null = item;
  for (let level = 0; level < 3 && at !== null && at.value['Effect'] === undefined; level += 1) at = at.outer;
  return at?.value['Effect'] === undefined ? null : at.value;
}

function conditionsAround(item: HolderItem): StatementConditions | undefined {
  const statement = statementAround(item);
  return statement === null ? undefined : readConditions(statement);
}

function parseObject(text: string): JsonObject {
  return text === '{}' ? {} : objectOf(JSON.parse(text));
}

const hashLength = secretMark.length + 64;

function isHash(text: string): boolean {
  return text.length === hashLength && text.startsWith(secretMark);
}

function meetsText(text: string, condition: TextCondition | undefined): boolean {
  if (condition === undefined) return true;
  const { equals, startsWith, includes, excludes } = condition;
  return (
    (equals === undefined || text === equals) &&
    (startsWith === undefined || text.startsWith(startsWith)) &&
    (includes === undefined || text.includes(includes)) &&
    (excludes === undefined || !text.includes(excludes))
  );
}

/** Longer texts are left out of properties. */
const maximumPropertyLength = 200;

function readProperties(paths: Readonly<Record<string, string>>, item: HolderItem): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(paths)) {
    const from = outerItem(item, path);
    const value = from.item === null ? undefined : first(from.item.value, from.path);
    const short = typeof value === 'string' && value.length <= maximumPropertyLength;
    if (short || typeof value === 'number' || typeof value === 'boolean') properties[name] = value;
  }
  return properties;
}

/** Resolves the prefixes `^.` of a path, each of which names the object around the item. */
function outerItem(
  item: HolderItem,
  path: string,
): { readonly item: HolderItem | null; readonly path: string } {
  let from: HolderItem | null = item;
  let rest = path;
  while (rest.startsWith('^.')) {
    from = from?.outer ?? null;
    rest = rest.slice(2);
  }
  return { item: from, path: rest };
}
