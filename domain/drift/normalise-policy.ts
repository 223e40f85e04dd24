import { byCodeUnit, canonicalJson } from '../json/canonical.ts';
import { isArray } from '../json/json.ts';
import type { Json } from '../json/json.ts';

type JsonMap = { readonly [key: string]: Json };

/**
 * Returns one document for policies of the same meaning, as IAM normalises them: an account number is its root ARN, the
 * principal `"*"` is `{"AWS": "*"}`, an element is a list of one, the order of lists has no meaning, and `true` is `"true"`.
 * Source: IAM user guide, "AWS JSON policy elements".
 */
export function normalisePolicy(document: Json): Json {
  if (!isMap(document)) return document;
  return Object.fromEntries(
    Object.entries(document).map(([key, value]) => [
      key,
      key === 'Statement' ? sortedUnique(listOf(value).map(normaliseStatement)) : scalarText(value),
    ]),
  );
}

function normaliseStatement(statement: Json): Json {
  if (!isMap(statement)) return statement;
  return Object.fromEntries(
    Object.entries(statement).flatMap(([key, value]): [string, Json][] => {
      if (key === 'Sid' && value === '') return [];
      if (key === 'Principal' || key === 'NotPrincipal') return [[key, normalisePrincipal(value)]];
      if (key === 'Condition') return [[key, normaliseCondition(value)]];
      if (key === 'Effect' || key === 'Sid') return [[key, scalarText(value)]];
      const texts = sortedUnique(listOf(value).map(scalarText));
      // Actions are compared without case.
      return [[key, key.endsWith('Action') ? sortedUnique(texts.map((text) => lower(text))) : texts]];
    }),
  );
}

function normalisePrincipal(value: Json): Json {
  const principals = value === '*' ? { AWS: '*' } : value;
  if (!isMap(principals)) return principals;
  return Object.fromEntries(
    Object.entries(principals).map(([kind, names]) => [
      kind,
      sortedUnique(
        listOf(names).map((name) => (kind === 'AWS' ? accountRoot(scalarText(name)) : scalarText(name))),
      ),
    ]),
  );
}

function normaliseCondition(value: Json): Json {
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([operator, keys]) => [
      operator,
      isMap(keys)
        ? Object.fromEntries(
            Object.entries(keys).map(([key, texts]) => [
              key.toLowerCase(),
              sortedUnique(listOf(texts).map(scalarText)),
            ]),
          )
        : keys,
    ]),
  );
}

function accountRoot(name: Json): Json {
  const account =
    typeof name === 'string' ? /^(?:arn:aws[a-z-]*:iam::)?(\d{12})(?::root)?$/.exec(name)?.[1] : undefined;
  return account === undefined ? name : `${account}:root`;
}

/** Returns whether a principal is the unique id of a deleted role or user, which AWS shows in place of its ARN. */
export function hasReplacedPrincipal(document: Json): boolean {
  if (!isMap(document)) return false;
  return listOf(document['Statement'] ?? []).some((statement) => {
    if (!isMap(statement)) return false;
    return ['Principal', 'NotPrincipal'].some((key) => {
      const principals = statement[key] ?? null;
      return isMap(principals) && Object.values(principals).flatMap(listOf).some(isUniqueId);
    });
  });
}

function isUniqueId(name: Json): boolean {
  return typeof name === 'string' && /^A(?:ROA|IDA|GPA)[A-Z0-9]{12,28}$/.test(name);
}

function sortedUnique(values: readonly Json[]): readonly Json[] {
  const byText = new Map(values.map((value) => [canonicalJson(value), value]));
  return [...byText].sort(([one], [other]) => byCodeUnit(one, other)).map(([, value]) => value);
}

function listOf(value: Json): readonly Json[] {
  return isArray(value) ? value : [value];
}

function scalarText(value: Json): Json {
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : value;
}

function lower(value: Json): Json {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function isMap(value: Json): value is JsonMap {
  return value !== null && typeof value === 'object' && !isArray(value);
}
