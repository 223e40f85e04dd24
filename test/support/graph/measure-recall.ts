import { isArray } from '../../../domain/json/json.ts';
import type { Json } from '../../../domain/json/json.ts';

type Query = <T extends object>(text: string, values: readonly unknown[]) => Promise<readonly T[]>;

export interface Recall {
  /** Pairs of a resource and another one that its configuration names. */
  readonly named: number;
  /** Of these, the ones that an active relationship joins. */
  readonly joined: number;
  /** The others, by types and path, with their number and an example. */
  readonly misses: readonly string[];
  /** Relationships whose evidence names other resources, and neither end. */
  readonly wrong: readonly string[];
}

interface Edge {
  readonly source: string;
  readonly target: string;
  readonly type: string;
  readonly evidence: readonly { readonly kind: string; readonly path: string; readonly value: string }[];
}

/** Kinds of evidence whose value is the identifier. */
const resolvedKinds: ReadonlySet<string> = new Set(['arn', 'id', 'generic']);

interface Resource {
  readonly id: string;
  readonly type: string;
  readonly nativeId: string;
  readonly arn: string | null;
  readonly configuration: Json;
}

/**
 * Compares the relationships with the identifiers that a search of all texts of the stored configurations finds: ARNs and prefixed
 * ids anywhere in a text, by regular expressions and without the rules of the graph. Statements that deny, and keys of
 * exceptions, name what a resource is not related to.
 *
 * @param accountId UUID; absent: all accounts
 */
export async function measureRecall(query: Query, accountId?: string): Promise<Recall> {
  const resources = await query<Resource>(
    `select r.id, r.resource_type as type, r.native_id as "nativeId", r.arn, d.configuration
     from resources r join resource_documents d on d.organization_id = r.organization_id and d.resource_id = r.id
     where r.status <> 'deleted' and ($1::uuid is null or r.aws_account_id = $1)`,
    [accountId ?? null],
  );
  const edges = await query<Edge>(
    `select source_id as source, target_id as target, relationship_type as type, evidence
     from relationships where status = 'active'`,
    [],
  );
  const joined = new Set(
    edges.flatMap(({ source, target }) => [`${source} ${target}`, `${target} ${source}`]),
  );
  const byArn = Map.groupBy(
    resources.filter(({ arn }) => arn !== null),
    ({ arn }) => arn ?? '',
  );
  const byId = Map.groupBy(resources, ({ nativeId }) => nativeId);
  const misses = new Map<string, { count: number; example: string }>();
  const counted = new Map<string, boolean>();
  for (const holder of resources) {
    const seen = new Map<string, { readonly path: string; readonly others: readonly Resource[] }>();
    visit(holder.configuration, '', (text, path) => {
      for (const name of identifiersIn(text)) {
        if (seen.has(name)) continue;
        const found = name.startsWith('arn:') ? findByArn(byArn, name) : (byId.get(name) ?? []);
        if (found.some(({ id }) => id === holder.id)) continue;
        if (found.length > 0) seen.set(name, { path, others: found });
      }
    });
    for (const [name, { path, others }] of seen) {
      const isJoined = others.some(({ id }) => joined.has(`${holder.id} ${id}`));
      const pair = `${holder.id} ${others.map(({ id }) => id).join(' ')}`;
      counted.set(pair, isJoined || counted.get(pair) === true);
      if (isJoined) continue;
      const kind = `${holder.type} ${path} -> ${others[0]?.type ?? ''}`;
      const { count, example } = misses.get(kind) ?? { count: 0, example: name };
      misses.set(kind, { count: count + 1, example });
    }
  }
  const namedBy = (name: string) =>
    name.startsWith('arn:') ? allByArn(byArn, name) : (byId.get(name) ?? []);
  return {
    wrong: edges.flatMap(({ source, target, type, evidence }) =>
      evidence
        .filter(({ kind }) => resolvedKinds.has(kind))
        .filter(({ value }) => {
          const found = identifiersIn(value).flatMap(namedBy);
          return found.length > 0 && found.every(({ id }) => id !== source && id !== target);
        })
        .map(({ path, value }) => `${type} ${path}: ${value}`),
    ),
    named: counted.size,
    joined: [...counted.values()].filter(Boolean).length,
    misses: [...misses]
      .toSorted(([, a], [, b]) => b.count - a.count)
      .map(([kind, { count, example }]) => `${count} ${kind}: ${example}`),
  };
}

const arnForm = /arn:aws[a-z-]*:[a-z0-9-]+:[a-z0-9-]*:(?:\d{12})?:[^\s"'`<>,;{}()|\\]+/g;
const idForm = /\b[a-z]+(?:-[a-z]+)*-(?:[0-9a-f]{17}|[0-9a-f]{8})\b/g;

function identifiersIn(text: string): readonly string[] {
  return [...(text.match(arnForm) ?? []), ...(text.replaceAll(arnForm, ' ').match(idForm) ?? [])];
}

/** Finds the resource with the ARN, or with its longest beginning that ends before a separator. */
function findByArn(byArn: ReadonlyMap<string, readonly Resource[]>, arn: string): readonly Resource[] {
  for (const name of beginningsOf(arn)) {
    const found = byArn.get(name);
    if (found !== undefined) return found;
  }
  return [];
}

/** Finds the resources with the ARN and with its beginnings: an alias and its function. */
function allByArn(byArn: ReadonlyMap<string, readonly Resource[]>, arn: string): readonly Resource[] {
  return beginningsOf(arn).flatMap((name) => byArn.get(name) ?? []);
}

/** The ARN and its beginnings before a separator, the longest first. */
function beginningsOf(arn: string): readonly string[] {
  const names = [arn];
  for (let name = arn; ;) {
    name = name.slice(0, Math.max(name.lastIndexOf(':'), name.lastIndexOf('/')));
    if (name.split(':').length < 6) return names;
    names.push(name);
  }
}

const exceptionKey = /^(?:[Nn]ot[A-Z]|[Ee]xclu|anything-but|[Tt]ags?(?:List|Set)?$)/;

function visit(value: Json, path: string, take: (text: string, path: string) => void): void {
  if (typeof value === 'string') take(value, path);
  else if (isArray(value)) for (const one of value) visit(one, `${path}[]`, take);
  else if (typeof value === 'object' && value !== null) {
    if (value['Effect'] === 'Deny') return;
    for (const [key, one] of Object.entries(value))
      if (!exceptionKey.test(key)) visit(one, path === '' ? key : `${path}.${key}`, take);
  }
}
