import type { EdgeRule, ExtractedHolder, ExtractedReference } from '../../../domain/graph/edge-rule.ts';
import type { GraphRules } from '../../../domain/graph/graph-rules.ts';

/** A resource as the naive resolver sees it. */
export interface NaiveResource {
  readonly id: string;
  readonly accountId: string;
  readonly awsAccountNumber: string;
  readonly region: string;
  readonly type: string;
  readonly arn: string | null;
  readonly status: 'active' | 'deleted' | 'unobserved';
  readonly extracted: Pick<ExtractedHolder, 'identifiers' | 'references'>;
}

/** An active edge as text, with its confidence, evidence and properties. */
export type NaiveEdges = ReadonlyMap<string, string>;

interface Evidence {
  readonly kind: string;
  readonly path: string;
  readonly value: string;
  readonly rank: number;
  readonly direct: boolean;
  readonly properties: object;
}

const ranks = ['high', 'medium', 'low'];
const rankOfMatcher = { arn: 0, id: 0, name: 1, dns: 2, url: 2 };

interface Edge {
  readonly source: string;
  readonly target: string;
  readonly type: string;
  readonly evidence: Evidence[];
}

/** Computes the active edges of an organization by comparing everything with everything. */
export function extractNaively(resources: readonly NaiveResource[], rules: GraphRules): NaiveEdges {
  const live = resources.filter(({ status }) => status !== 'deleted');
  const ruleOf = new Map(rules.edgeRules.map((rule) => [rule.id, rule]));
  const found = live.flatMap((holder) =>
    holder.extracted.references.flatMap((reference) => {
      const rule = ruleOf.get(reference.rule);
      const other = otherEnd(live, holder, reference, rule);
      return other === undefined ? [] : [{ holder, reference, rule, ...other }];
    }),
  );
  const edges = new Map<string, Edge>();
  const edgeOf = (source: string, target: string, type: string): Edge => {
    const key = `${source} ${type} ${target}`;
    const known = edges.get(key) ?? { source, target, type, evidence: [] };
    edges.set(key, known);
    return known;
  };
  for (const { holder, reference, rule, other, value } of found) {
    const isDeclared = (one: string, two: string) =>
      found.some((given) => given.rule !== undefined && given.holder.id === one && given.other === two);
    if (rule === undefined && (isDeclared(holder.id, other) || isDeclared(other, holder.id))) continue;
    const [source, target] = rule?.reversed === true ? [other, holder.id] : [holder.id, other];
    const matcherRank = rule === undefined ? 1 : rankOfMatcher[rule.matcher];
    edgeOf(source, target, rule?.relation ?? 'references').evidence.push({
      kind: kindOf(reference, rule),
      path: reference.path,
      value,
      rank: rule?.confidence === undefined ? matcherRank : ranks.indexOf(rule.confidence),
      direct: true,
      properties: crossings(holder, live.find(({ id }) => id === other) ?? externalEnd(other)),
    });
  }
  compose([...edges.values()], live, rules, edgeOf);
  return new Map(
    [...edges.values()].map(({ source, target, type, evidence }) => [
      `${source} ${type} ${target}`,
      describe(evidence),
    ]),
  );
}

/** Returns the id of the resource, or `external:<identifier>`, and the evidence's value. */
function otherEnd(
  live: readonly NaiveResource[],
  holder: NaiveResource,
  { key, baseKey, value, rule: ruleId }: ExtractedReference,
  rule: EdgeRule | undefined,
): { other: string; value: string } | undefined {
  if (rule === undefined && ruleId !== 'generic') return undefined;
  const candidates = (text: string) => decide(live, holder, text, rule);
  let deciding = candidates(key);
  if (deciding.length === 0 && baseKey !== undefined) deciding = candidates(baseKey);
  const [first, ...others] = deciding;
  if (first === undefined) {
    const isHashed = key.startsWith('hmac-sha256:');
    if (rule === undefined || isHashed) return undefined;
    const makesNode = rule.external ?? ['arn', 'id'].includes(rule.matcher);
    return makesNode ? { other: `external:${key}`, value } : undefined;
  }
  if (others.length > 0 || first.id === holder.id) return undefined;
  const hashed = first.extracted.identifiers.find(({ hash }) => hash === key);
  return { other: first.id, value: hashed?.key ?? value };
}

/** Returns the distinct resources of the first scope with a candidate. */
function decide(
  live: readonly NaiveResource[],
  holder: NaiveResource,
  key: string,
  rule: EdgeRule | undefined,
): readonly NaiveResource[] {
  const kind = rule?.matcher ?? (key.startsWith('arn:') ? 'arn' : 'id');
  const types = rule?.targetTypes ?? [];
  const named = live.filter(
    ({ type, extracted }) =>
      (types.length === 0 || types.includes(type)) &&
      extracted.identifiers.some((given) => given.kind === kind && (given.key === key || given.hash === key)),
  );
  const inAccount = named.filter(({ accountId }) => accountId === holder.accountId);
  const owned = named.filter(({ arn, awsAccountNumber }) =>
    ['', awsAccountNumber].includes(arn?.split(':')[4] ?? ''),
  );
  const scopes = {
    arn: [owned, named],
    dns: [owned, named],
    url: [owned, named],
    id: [inAccount.filter(({ region }) => region === holder.region), inAccount, owned, named],
    name: [
      inAccount.filter(({ region }) => region === holder.region || region === 'global'),
      ...(holder.region === 'global' ? [inAccount] : []),
    ],
  };
  return scopes[kind].find((scope) => scope.length > 0) ?? [];
}

function kindOf({ key, path }: ExtractedReference, rule: EdgeRule | undefined): string {
  if (rule === undefined) return 'generic';
  if (key.startsWith('hmac-sha256:')) return 'hashed';
  return path.startsWith('tags[') ? 'tag' : rule.matcher;
}

function externalEnd(other: string) {
  const [, partition, , , region = '', account = ''] = other.split(':');
  const isArn = partition === 'arn';
  return { awsAccountNumber: isArn ? account : '', region: isArn ? region : '' };
}

function crossings(
  one: Pick<NaiveResource, 'awsAccountNumber' | 'region'>,
  other: Pick<NaiveResource, 'awsAccountNumber' | 'region'>,
): object {
  const known = (a: string, b: string) => a !== '' && b !== '' && a !== b;
  return {
    ...(known(one.awsAccountNumber, other.awsAccountNumber) ? { cross_account: true } : {}),
    ...(known(one.region, other.region) && one.region !== 'global' && other.region !== 'global'
      ? { cross_region: true }
      : {}),
  };
}

/** Adds the compositions of the declared edges. External nodes have the type that their identifier ends with. */
function compose(
  direct: readonly Edge[],
  live: readonly NaiveResource[],
  { compositionRules }: GraphRules,
  edgeOf: (source: string, target: string, type: string) => Edge,
): void {
  const inner = direct.map((edge) => ({ ...edge, evidence: [...edge.evidence] }));
  const typeOf = (id: string) => live.find((resource) => resource.id === id)?.type ?? 'unknown';
  for (const rule of compositionRules)
    for (const { id: middle } of live.filter(({ type }) => type === rule.throughType))
      for (const first of inner)
        for (const second of inner) {
          const [from, at] =
            rule.first.reversed === true ? [first.target, first.source] : [first.source, first.target];
          const [to, of] =
            rule.second.reversed === true ? [second.source, second.target] : [second.target, second.source];
          const fits = (
            edge: Edge,
            { relation, types }: { relation: string; types: readonly string[] },
            end: string,
          ) => edge.type === relation && (types.length === 0 || types.includes(typeOf(end)));
          if (at !== middle || of !== middle || first === second || from === to) continue;
          if (!fits(first, rule.first, from) || !fits(second, rule.second, to)) continue;
          const rank = Math.max(bestRank(first.evidence), bestRank(second.evidence));
          const composed = edgeOf(from, to, rule.relation);
          for (const { path, value } of [...first.evidence, ...second.evidence])
            composed.evidence.push({ kind: 'composed', path, value, rank, direct: false, properties: {} });
        }
}

function bestRank(evidence: readonly Evidence[]): number {
  return Math.min(...evidence.map(({ rank }) => rank));
}

/** Evidence is distinct by path and value; that of references comes before that of compositions. */
function describe(evidence: readonly Evidence[]): string {
  const ordered = evidence.toSorted(
    (a, b) => Number(b.direct) - Number(a.direct) || a.rank - b.rank || (a.kind < b.kind ? -1 : 1),
  );
  const distinct = new Map<string, string>();
  for (const { kind, path, value } of ordered) {
    const key = `${path} ${value}`;
    if (!distinct.has(key)) distinct.set(key, `${kind} ${key}`);
  }
  const properties: object = Object.assign({}, ...ordered.map((entry) => entry.properties));
  return JSON.stringify([
    ranks[bestRank(evidence)],
    [...distinct.values()].toSorted(),
    Object.entries(properties)
      .map(([name, value]) => `${name}=${String(value)}`)
      .toSorted(),
  ]);
}
