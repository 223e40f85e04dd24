import type { StoredUnreadablePart } from '../discovery/observation/unreadable-part.ts';
import { collectorOf } from '../discovery/declaration/resource-types.ts';
import { normalise } from '../discovery/observation/normalise.ts';
import { isArray } from '../json/json.ts';
import type { Json, JsonObject, MutableJson } from '../json/json.ts';
import { setOwn } from '../json/path.ts';
import { toJson } from '../json/to-json.ts';
import { fillTemplate } from '../mapping/rules/template.ts';
import { redactTags } from '../secrets/redact-secrets.ts';
import type { KeyedHash } from '../secrets/redact-secrets.ts';
import type { AttributeRow } from './attribute-row.ts';
import { acceptedForms, canonicalForm, emptyForm, isEmpty } from './canonical-form.ts';
import { attributeRowsFor, attributeRowsOf, comparedManagers, keyOfRow } from './comparable-attributes.ts';
import { isServiceTag } from './service-tags.ts';
import { selectValues } from './select-values.ts';

/** The comparable attributes of a state entry. */
export interface EntryValues {
  /** The form of each attribute, by its key. A key that is absent is not compared. */
  readonly forms: Readonly<Record<string, string>>;
  /** Whether the entry states all tags of the resource, so that a tag without a key in `forms` is drift. */
  readonly hasTags: boolean;
  /** Of associations and parts: the resources that they configure, as type and `native_id`. */
  readonly holders: readonly { readonly resourceType: string; readonly nativeId: string }[];
}

const maximumAttributes = 64;
const maximumCharacters = 8 * 1024;
const maximumFormLength = 256;

/**
 * Returns the comparable attributes of an entry, from its attributes without sensitive ones. Values pass the redaction and the
 * normalisation of the collector of the resource type. `undefined` when nothing of the entry is compared.
 *
 * @param hasDefaultTags of the provider; undefined when it is not known. States before version 3.38 of the provider have only
 *   `tags`, which then are compared when it has none
 */
export function valuesOfEntry(
  terraformType: string,
  attributes: JsonObject,
  hash: KeyedHash,
  hasDefaultTags?: boolean,
): EntryValues | undefined {
  const found = attributeRowsOf(terraformType);
  const managers = comparedManagers.filter(({ type }) => type === terraformType);
  // The table of rows and the table of pairs can name the same holder.
  const holderTemplates = managers.some(({ resourceType }) => resourceType === found?.resourceType)
    ? managers
    : [
        ...(found?.holder === undefined ? [] : [{ holder: found.holder, resourceType: found.resourceType }]),
        ...managers,
      ];
  if (found === undefined && managers.length === 0) return undefined;
  const forms: Record<string, string> = {};
  const limit = { attributes: 0, characters: 0, isReached: false };
  const add = (key: string, form: string | undefined): void => {
    if (form === undefined) return;
    const text = short(form, hash);
    if (
      limit.attributes >= maximumAttributes ||
      limit.characters + key.length + text.length > maximumCharacters
    ) {
      limit.isReached = true;
      return;
    }
    limit.attributes += 1;
    limit.characters += key.length + text.length;
    setOwn(forms, key, text);
  };
  const rows = found?.rows ?? [];
  const tags = rows.some(({ comparison }) => comparison === 'tags')
    ? allTagsOf(attributes, hasDefaultTags)
    : null;
  const isTagged = tags !== null && typeof tags === 'object' && !isArray(tags);
  const ofRows = rows.flatMap((row): [string, string | undefined][] => {
    // An earlier version of the provider did not have the attribute, or it is sensitive.
    const isAbsent = !Object.hasOwn(attributes, row.attribute.split('.')[0] ?? '');
    if (found === undefined || row.comparison === 'tags' || isAbsent) return [];
    const value = attributeAt(attributes, row.attribute);
    if (value === undefined) return [];
    return [[keyOfRow(found, row), canonicalForm(row, asCollected(found.resourceType, row, value, hash))]];
  });
  for (const [key, form] of ofRows) if (form !== emptyForm) add(key, form);
  if (isTagged) for (const [key, value] of tagForms(tags as JsonObject, hash)) add(`tags.${key}`, value);
  // A set of tags that does not fit is not compared, because the tags that are missing would be drift.
  const hasTags = isTagged && !limit.isReached;
  // Last: of types with many attributes, blocks that the code does not use would fill the limit.
  for (const [key, form] of ofRows) if (form === emptyForm) add(key, form);
  const holders = holderTemplates.flatMap(({ holder, resourceType }) => {
    const nativeId = fillTemplate(holder, (name) => {
      const value = attributes[name];
      return typeof value === 'string' ? value : undefined;
    });
    return nativeId === null ? [] : [{ resourceType, nativeId }];
  });
  return { forms, hasTags, holders };
}

/**
 * Returns the forms that are equal to the configuration and the tags of a resource, by key.
 *
 * @param unreadable parts of the configuration that could not be read, and keep an earlier value
 */
export function valuesOfResource(
  resourceType: string,
  configuration: JsonObject,
  tags: Readonly<Record<string, string>>,
  hash: KeyedHash,
  unreadable: readonly Pick<StoredUnreadablePart, 'part' | 'scope'>[] = [],
): Readonly<Record<string, readonly string[]>> {
  const isUnreadable = (path: string) =>
    unreadable.some(
      ({ part, scope }) =>
        scope === 'rest' ||
        (scope === 'key' && (path === part || path.startsWith(`${part}.`) || path.startsWith(`${part}[`))),
    );
  const accepted: { [key: string]: string[] } = {};
  for (const rows of attributeRowsFor(resourceType))
    for (const row of rows.rows) {
      if (row.comparison === 'tags' || isUnreadable(row.path)) continue;
      const found = acceptedForms(row, valueAt(configuration, row));
      if (found !== undefined)
        setOwn(
          accepted,
          keyOfRow(rows, row),
          found.map((form) => short(form, hash)),
        );
    }
  if (unreadable.some(({ scope }) => scope === 'tags')) return accepted;
  // Tells that the tags were read, so that a tag without a key here does not exist.
  setOwn(accepted, 'tags', ['']);
  for (const [key, form] of tagForms(tags, hash)) setOwn(accepted, `tags.${key}`, [short(form, hash)]);
  return accepted;
}

/** A path can reach the elements of a list: of `AvailabilityZones[].SubnetId` the value is the list of the ids. */
function valueAt(configuration: Json, { path, comparison }: AttributeRow): Json {
  const values = selectValues(configuration, path);
  const [only] = values;
  if (comparison === 'list' || comparison === 'set')
    return values.flatMap((value) => (isArray(value) ? value : [value]));
  return values.length <= 1 ? (only ?? null) : values;
}

/** Passes a value of a state through the normalisation of the collector, at the place where AWS has it. */
function asCollected(resourceType: string, row: AttributeRow, value: Json, hash: KeyedHash): Json {
  // Normalisation removes empty values.
  if (isEmpty(value)) return null;
  const place = places.get(row) ?? placeOf(row);
  places.set(row, place);
  const root: { [key: string]: MutableJson } = {};
  let holder = root;
  for (const [index, { key, isList }] of place.steps.entries()) {
    if (index === place.steps.length - 1) setOwn(holder, key, toJson(value));
    else {
      const inner: { [key: string]: MutableJson } = {};
      setOwn(holder, key, isList ? [inner] : inner);
      holder = inner;
    }
  }
  const { configuration } = normalise(root, collectorOf(resourceType) ?? {}, hash);
  return valueAt(configuration, isArray(value) ? place.ofList : place.ofScalar);
}

/** Where AWS has the value of a row: the keys, and the rows that read a list and a scalar from there. */
interface Place {
  readonly steps: readonly { readonly key: string; readonly isList: boolean }[];
  readonly ofList: AttributeRow;
  readonly ofScalar: AttributeRow;
}

const places = new WeakMap<AttributeRow, Place>();

function placeOf(row: AttributeRow): Place {
  const steps = row.path
    .split('.')
    .map((step) => ({ key: step.replace(/\[.*$/, ''), isList: step.includes('[') }));
  const path = row.path.replaceAll(/\[[^\]]+\]/g, '[]');
  return { steps, ofList: { ...row, path }, ofScalar: { ...row, path: path.replace(/\[\]$/, '') } };
}

/** Returns undefined below a block that occurs several times: a block that occurs once is a list of one object in a state. */
function attributeAt(attributes: Json, attribute: string): Json | undefined {
  let value: Json = attributes;
  for (const name of attribute.split('.')) {
    if (isArray(value) && value.length > 1) return undefined;
    const object: Json | undefined = isArray(value) ? value[0] : value;
    if (object === undefined || object === null || typeof object !== 'object' || isArray(object)) return null;
    value = (Object.hasOwn(object, name) ? (object as JsonObject)[name] : undefined) ?? null;
  }
  return value;
}

/** A map without tags is null. It is null, too, in a state that a provider without `tags_all` wrote. */
function allTagsOf(attributes: JsonObject, hasDefaultTags: boolean | undefined): Json {
  const own = attributes['tags'] ?? null;
  const all = attributes['tags_all'] ?? null;
  if (all !== null || (own === null && Object.hasOwn(attributes, 'tags_all'))) return all ?? {};
  return hasDefaultTags === false ? own : null;
}

function* tagForms(tags: JsonObject, hash: KeyedHash): Generator<[string, string], void, undefined> {
  const texts = Object.entries(tags).flatMap(([key, value]): [string, string][] =>
    value === null || typeof value === 'object' || isServiceTag(key) ? [] : [[key, String(value)]],
  );
  // An empty value is a tag, too.
  for (const [key, value] of Object.entries(redactTags(Object.fromEntries(texts), hash)))
    yield [key, `=${value}`];
}

function short(form: string, hash: KeyedHash): string {
  return form.length <= maximumFormLength ? form : `hmac-sha256:${hash(form)}`;
}
