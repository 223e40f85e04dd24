import type { Json, JsonObject } from '../../../domain/json/json.ts';

/** A statement of an IAM policy. */
export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: JsonObject;
}

/** A role of an evaluated template with its policies. */
export interface DeployedRole {
  readonly name: string;
  /** Documents of the attached managed policies by logical id. */
  readonly managed: ReadonlyMap<string, JsonObject>;
  /** ARNs of attached policies that are not in the template. */
  readonly attachedArns: readonly string[];
  readonly inline: readonly JsonObject[];
  readonly tags: ReadonlyMap<string, string>;
  /** Document of the permissions boundary. */
  readonly boundary: JsonObject | undefined;
}

export const account = '111122223333';
export const stackName = 'CloudInventory';

/** Values of pseudo parameters. */
const pseudo: Readonly<Record<string, string>> = {
  'AWS::AccountId': account,
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-west-1',
  'AWS::StackName': stackName,
  'AWS::StackId': `arn:aws:cloudformation:eu-west-1:${account}:stack/${stackName}/0d1f`,
};

/** `AWS::NoValue`: the property or list item does not exist. */
const noValue = Symbol('AWS::NoValue');
type Evaluated = Json | typeof noValue;

/**
 * Evaluates a CloudFormation template as CloudFormation does: parameters with their defaults, conditions, and the functions
 * that role templates use. Returns its roles by logical id. `Ref` of a resource is its logical id.
 */
export function deployTemplate(
  template: JsonObject,
  parameters: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, DeployedRole> {
  const declared = template['Parameters'] as Readonly<Record<string, { Type: string; Default?: string }>>;
  const conditions = template['Conditions'] as Readonly<Record<string, Json>>;
  const mappings = (template['Mappings'] ?? {}) as Readonly<
    Record<string, Readonly<Record<string, JsonObject>>>
  >;
  const valueOf = (name: string): Json => {
    const parameter = declared[name];
    const value = parameters[name] ?? parameter?.Default;
    if (parameter === undefined || value === undefined) return pseudo[name] ?? name;
    return parameter.Type === 'CommaDelimitedList' ? value.split(',') : value;
  };
  const evaluate = (value: Json = null): Evaluated => {
    if (Array.isArray(value))
      return (value as readonly Json[]).map(evaluate).filter((item) => item !== noValue) as readonly Json[];
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value as JsonObject);
    const [name = '', given = null] = entries[0] ?? [];
    const items = Array.isArray(given) ? (given as readonly Json[]) : [];
    const text = (item?: Json) => JSON.stringify(evaluate(item));
    switch (name) {
      case 'Ref':
        return given === 'AWS::NoValue' ? noValue : valueOf(given as string);
      case 'Fn::Sub':
        return (given as string).replaceAll(/\$\{([\w:]+)\}/g, (_, key: string) => valueOf(key) as string);
      case 'Fn::If':
        return evaluate(holds(items[0] as string) ? items[1] : items[2]);
      case 'Fn::Equals':
        return text(items[0]) === text(items[1]);
      case 'Fn::Not':
        return evaluate(items[0]) !== true;
      case 'Fn::Or':
        return items.some((item) => evaluate(item) === true);
      case 'Fn::FindInMap': {
        const [map, first, second] = items.map((item) => evaluate(item) as string);
        return mappings[map ?? '']?.[first ?? '']?.[second ?? ''] ?? noValue;
      }
      case 'Fn::Join':
        return (evaluate(items[1]) as readonly string[]).join(items[0] as string);
      default:
        return Object.fromEntries(
          entries
            .map(([key, item]) => [key, evaluate(item)] as const)
            .filter(([, item]) => item !== noValue) as [string, Json][],
        );
    }
  };
  const holds = (condition: string): boolean => evaluate(conditions[condition]) === true;

  const resources = Object.entries(template['Resources'] as Readonly<Record<string, JsonObject>>)
    .filter(([, { Condition }]) => typeof Condition !== 'string' || holds(Condition))
    .map(([id, resource]) => [id, evaluate(resource) as unknown as EvaluatedResource] as const);
  const documents = new Map(
    resources.map(
      ([
        id,
        {
          Properties: { PolicyDocument },
        },
      ]) => [id, PolicyDocument],
    ),
  );
  return new Map(
    resources
      .filter(([, { Type }]) => Type === 'AWS::IAM::Role')
      .map(([id, { Properties }]): [string, DeployedRole] => [
        id,
        {
          name: Properties.RoleName ?? '',
          managed: new Map(
            resources.flatMap(([policyId, { Type, Properties: policy }]): [string, JsonObject][] =>
              Type === 'AWS::IAM::ManagedPolicy' &&
              policy.Roles?.includes(id) === true &&
              policy.PolicyDocument !== undefined
                ? [[policyId, policy.PolicyDocument]]
                : [],
            ),
          ),
          attachedArns: Properties.ManagedPolicyArns ?? [],
          inline: (Properties.Policies ?? []).map(({ PolicyDocument }) => PolicyDocument),
          tags: new Map((Properties.Tags ?? []).map(({ Key, Value }) => [Key, Value])),
          boundary: documents.get(Properties.PermissionsBoundary ?? ''),
        },
      ]),
  );
}

interface EvaluatedResource {
  readonly Type: string;
  readonly Properties: {
    readonly RoleName?: string;
    readonly Roles?: readonly string[];
    readonly PolicyDocument?: JsonObject;
    readonly ManagedPolicyArns?: readonly string[];
    readonly Policies?: readonly { readonly PolicyDocument: JsonObject }[];
    readonly PermissionsBoundary?: string;
    readonly Tags?: readonly { readonly Key: string; readonly Value: string }[];
  };
}

export function statementsOf(document: JsonObject | undefined): readonly Statement[] {
  return (document?.['Statement'] ?? []) as unknown as readonly Statement[];
}
