import { foldTrailName } from '../../domain/changes/fold-name.ts';
import type { ServiceCollectors } from '../../domain/discovery/declaration/collector.ts';
import type { ApiModel, ModelMember } from './read-models.ts';
import { parseOperationName } from './operation-name.ts';
import type { OperationName } from './operation-name.ts';
import { genericMembers, typeNamesOf } from './type-names.ts';
import type { CompositeForm, TypeNames } from './type-names.ts';

/** What an operation can do to a resource that its parameters name. */
export interface TypedOperation {
  /** Type (`*`: the type that an ARN names) → effects (`c`, `u`, `d`) and the templates of identifiers. */
  readonly types: ReadonlyMap<string, { readonly effects: string; readonly templates: readonly string[] }>;
  /** Folded members of the input that are also members of what the API describes. */
  readonly members: readonly string[];
  readonly carriesTags: boolean;
}

/** Names of operations that change no configuration. */
export const readOnly =
  /^(Get|List|Describe|Head|BatchGet|Lookup|Search|Select|Query|Scan|Assume|Decrypt|Check|Estimate|Preview|Validate|Simulate|Discover|Is[A-Z]|View|Test|Export|Generate|Invoke|Send|Receive|Render|Sign|Encrypt|ReEncrypt|Execute|Evaluate|Retrieve|Poll|Record|Download)/;

/** Types the parameters of every mutating operation of a client of a service. An operation that names nothing has no types. */
export function typeOperations(
  service: ServiceCollectors,
  client: string,
  model: ApiModel,
): ReadonlyMap<string, TypedOperation> {
  const names = typeNamesOf(service, client);
  const described = describedMembers(model);
  const operations = [...model.inputs.keys()].filter((operation) => !readOnly.test(operation));
  const parsed = operations.map((operation) => [operation, parseOperationName(operation)] as const);
  const created = new Set(
    parsed.flatMap(([, { noun, creates }]) => (creates === 'yes' ? foldTrailName(noun) : [])),
  );
  const deleted = new Set(
    parsed.flatMap(([, { noun, deletes }]) => (deletes === 'yes' ? foldTrailName(noun) : [])),
  );
  return new Map(
    parsed.map(([operation, name]) => {
      const noun = foldTrailName(name.noun);
      const effective = {
        ...name,
        creates: name.creates === 'weak' && !created.has(noun) ? 'yes' : name.creates,
        deletes: name.deletes === 'weak' && !deleted.has(noun) ? 'yes' : name.deletes,
      } as const;
      const input = flatten(model, model.inputs.get(operation) ?? [], '', 2);
      const carriesTags = (model.inputs.get(operation) ?? []).some((member) => tagMember.test(member.name));
      const output = flatten(model, model.outputs.get(operation) ?? [], '>', 3);
      return [operation, typeOperation(names, effective, input, output, described, carriesTags)];
    }),
  );
}

const tagMember =
  /^(?:tag|tags|tagset|tagging|tagspecifications?|resourcetags|tagkeys|tagslist|taglist|.*tags)$/i;

interface FlatMember {
  /** Path in CloudTrail's form, e.g. `entries[].ruleName`; `>` begins a path of the response. */
  readonly path: string;
  readonly leaf: string;
  /** Folded name of the member that contains it; empty at the top. */
  readonly wrapper: string;
  readonly isRequired: boolean;
  readonly isText: boolean;
}

function flatten(
  model: ApiModel,
  members: readonly ModelMember[],
  prefix: string,
  depth: number,
  wrapper = '',
  required = true,
): readonly FlatMember[] {
  return members.flatMap(({ name, isList, isRequired, type }) => {
    if (tagMember.test(name) || /^(?:filters?|clienttoken|\$metadata)$/i.test(name)) return [];
    const path = `${prefix}${name.slice(0, 1).toLowerCase()}${name.slice(1)}${isList ? '[]' : ''}`;
    const inner = model.structures.get(type);
    const own = {
      path,
      leaf: foldTrailName(name),
      wrapper,
      isRequired: isRequired && required,
      isText: inner === undefined && /^string\b/.test(type),
    };
    if (inner === undefined || depth <= 1) return [own];
    return [own, ...flatten(model, inner, `${path}.`, depth - 1, foldTrailName(name), own.isRequired)];
  });
}

function typeOperation(
  names: readonly TypeNames[],
  operation: OperationName,
  input: readonly FlatMember[],
  output: readonly FlatMember[],
  described: ReadonlySet<string>,
  carriesTags: boolean,
): TypedOperation {
  const noun = foldTrailName(operation.noun);
  const own = names.filter(({ nouns }) => nouns.includes(noun));
  const wholes = wholesOf(names, operation.noun, own);
  const types = new Map<string, { effects: string; templates: string[] }>();
  const add = (type: string, effects: string, templates: readonly string[]) => {
    if (effects === '' || templates.length === 0) return;
    const known = types.get(type) ?? { effects: '', templates: [] };
    types.set(type, {
      effects: ['c', 'u', 'd'].filter((one) => effects.includes(one) || known.effects.includes(one)).join(''),
      templates: [...new Set([...known.templates, ...templates])],
    });
  };

  const effects = [
    operation.creates === 'yes' ? 'c' : '',
    operation.updates ? 'u' : '',
    operation.deletes === 'yes' ? 'd' : '',
  ].join('');
  for (const one of own)
    add(one.collector.resourceType, effects, [
      ...templatesOf(one, input, true),
      // The record of an update can name the resource only in the response (`UpdateTable` in the DynamoDB developer guide).
      ...templatesOf(one, output, true),
      ...compositesOf(one, input, output),
    ]);
  for (const one of wholes)
    add(one.collector.resourceType, 'u', [
      ...templatesOf(one, input, own.length === 0),
      ...compositesOf(one, input, []),
    ]);
  if (types.size === 0 || (own.length > 0 && wholes.length === 0)) {
    const isPart = operation.creates === 'yes' || operation.deletes === 'yes';
    const parents = new Set(isPart ? own.map(({ collector }) => collector.parent) : []);
    const others = names.filter(
      (one) => !own.includes(one) && (own.length === 0 || parents.has(one.collector.resourceType)),
    );
    const required = input.filter(({ isRequired }) => isRequired);
    const candidates = (members: readonly FlatMember[]) =>
      others.flatMap((one) => {
        const found = [...templatesOf(one, members, false), ...compositesOf(one, members, [])];
        return found.length === 0
          ? []
          : [{ type: one.collector.resourceType, found, nouns: one.nouns, at: positionOf(found, members) }];
      });
    const named = candidates(required);
    const chosen =
      named.length > 0 || own.length > 0 ? named : candidates(input.filter(({ wrapper }) => wrapper === ''));
    const first = Math.min(...chosen.map(({ at }) => at));
    // Of several resources, an operation changes the one that its first parameter names: the user of `userName`, although
    // a login profile has the same identifier.
    const firstNamed = chosen.filter(({ at }) => at === first);
    const literal = firstNamed.filter(({ found, nouns }) =>
      found.some((template) =>
        nouns.some((noun) => foldTrailName(template.split('.').at(-1) ?? '').startsWith(noun)),
      ),
    );
    for (const { type, found } of literal.length > 0 ? literal : firstNamed) add(type, 'u', found);
  }
  const generic = input.filter(
    ({ leaf, wrapper, isText }) => wrapper === '' && isText && anyResource.has(leaf),
  );
  add(
    '*',
    'u',
    generic.map(({ path }) => `{${path}}`),
  );
  return {
    types,
    members: [...new Set(input.map(({ leaf }) => leaf))]
      .filter((leaf) => described.has(leaf) && !genericMembers.has(leaf))
      .sort(),
    carriesTags:
      carriesTags || /^(?:Un)?tag/i.test(operation.verb) || /Tags?(?:[A-Z]|$)/.test(operation.noun),
  };
}

/** Members that hold the ARN or id of a resource of any type. */
const anyResource: ReadonlySet<string> = new Set([
  'resourcearn',
  'resourceid',
  'resourcename',
  'resource',
  'arn',
  'resourcearnlist',
  'resourceidlist',
  'targetarn',
]);

function positionOf(templates: readonly string[], members: readonly FlatMember[]): number {
  return Math.min(
    ...templates
      .map((template) => members.findIndex(({ path }) => template.includes(`{${path}}`)))
      .filter((at) => at >= 0),
  );
}

/** Types whose noun begins the operation's noun, the longest: `Bucket` of `PutBucketPolicy`. */
function wholesOf(
  names: readonly TypeNames[],
  noun: string,
  own: readonly TypeNames[],
): readonly TypeNames[] {
  const starts = names.flatMap((one) =>
    one.nouns.flatMap((part) => {
      const length = [part.length, part.length + 1].find(
        (at) => foldTrailName(noun.slice(0, at)) === part && /^[A-Z]/.test(noun.slice(at)),
      );
      return length === undefined || own.includes(one) ? [] : [{ one, length }];
    }),
  );
  const longest = Math.max(0, ...starts.map(({ length }) => length));
  return [...new Set(starts.filter(({ length }) => length === longest).map(({ one }) => one))];
}

/** @param isSubject - whether the operation's noun is the type, so that `Name` is its name */
function templatesOf(
  names: TypeNames,
  members: readonly FlatMember[],
  isSubject: boolean,
): readonly string[] {
  const isComposite = names.composite.length > 0;
  return members
    .filter(({ leaf, wrapper, isText }) => {
      if (!isText) return false;
      if (names.members.has(leaf)) return !isComposite || names.arnMembers.has(leaf);
      const isGeneric = leaf === 'name' || leaf === 'id' || leaf === 'arn' || leaf === 'identifier';
      if (!isGeneric || (isComposite && leaf !== 'arn')) return false;
      // A name is unique only within the parent.
      if (leaf === 'name' && names.collector.parent !== undefined) return false;
      return isSubject && (wrapper === '' || names.nouns.includes(wrapper.replace(/(?<=.)input$/, '')));
    })
    .map(({ path }) => `{${path}}`);
}

function compositesOf(
  names: TypeNames,
  input: readonly FlatMember[],
  output: readonly FlatMember[],
): readonly string[] {
  return names.composite.flatMap(({ template, parts }: CompositeForm) => {
    const paths = parts.map((part) => partPath(names, part, input) ?? partPath(names, part, output));
    if (paths.includes(undefined)) return [];
    let filled = template;
    for (const [at, part] of parts.entries()) filled = filled.replace(`{${part}}`, `{${paths[at] ?? ''}}`);
    return [filled];
  });
}

function partPath(names: TypeNames, part: string, members: readonly FlatMember[]): string | undefined {
  const leaf = foldTrailName(part.split('.').at(-1) ?? '');
  const accepted = genericMembers.has(leaf) ? [leaf, ...names.nouns.map((noun) => `${noun}${leaf}`)] : [leaf];
  return members.find(
    (member) =>
      member.isText &&
      accepted.includes(member.leaf) &&
      (member.path.startsWith('>') || member.wrapper === ''),
  )?.path;
}

/** Folded names of all members that the operations which read return. */
function describedMembers(model: ApiModel): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (members: readonly ModelMember[]) => {
    for (const { name, type } of members) {
      found.add(foldTrailName(name));
      if (seen.has(type)) continue;
      seen.add(type);
      visit(model.structures.get(type) ?? []);
    }
  };
  for (const [operation, members] of model.outputs)
    if (/^(?:Describe|Get|List)/.test(operation)) visit(members);
  return found;
}
