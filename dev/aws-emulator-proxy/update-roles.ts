import type { Emulator } from './emulator.ts';
import { texts } from './policies.ts';

/** An update of a stack. */
interface StackUpdate {
  /** Text of the new template. */
  readonly template: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly stackId: string;
}

interface Resource {
  readonly Type: string;
  readonly Properties?: {
    readonly RoleName?: unknown;
    readonly Tags?: readonly { readonly Key: string; readonly Value: unknown }[];
    readonly PolicyDocument?: unknown;
  };
}

interface Template {
  readonly Parameters?: Readonly<Record<string, { readonly Default?: string }>>;
  readonly Resources?: Readonly<Record<string, Resource>>;
}

const iamVersion = '2010-05-08';
const cloudFormationVersion = '2010-05-15';

/**
 * Applies an update to the roles' tags and the managed policies of a stack, which the emulator does not update. Returns the
 * template for the emulator: it keeps the policies that exist as they were, because the emulator loses track of a policy
 * whose declaration changes. Only documents without functions are updated.
 */
export async function updateRoles(emulator: Emulator, account: string, update: StackUpdate): Promise<string> {
  const template = JSON.parse(update.template) as Template;
  await tagRoles(emulator, account, update, template);
  const form = (action: string, input: Readonly<Record<string, string>>) =>
    emulator.form(account, 'cloudformation', { Action: action, Version: cloudFormationVersion, ...input });
  const before = await form('GetTemplate', { StackName: update.stackId });
  const old = JSON.parse(texts(before.body, 'TemplateBody')[0] ?? '{}') as Template;
  const resources = { ...template.Resources };
  for (const [id, resource] of Object.entries(resources)) {
    const existing = old.Resources?.[id];
    if (resource.Type !== 'AWS::IAM::ManagedPolicy' || existing === undefined) continue;
    resources[id] = existing;
    const document = JSON.stringify(resource.Properties?.PolicyDocument);
    if (/"(?:Ref|Fn::\w+)":/.test(document)) continue;
    const described = await form('DescribeStackResource', {
      StackName: update.stackId,
      LogicalResourceId: id,
    });
    const [policyArn] = texts(described.body, 'PhysicalResourceId');
    if (policyArn === undefined) throw new Error(`the stack has no policy ${id}`);
    await emulator.form(account, 'iam', {
      Action: 'CreatePolicyVersion',
      Version: iamVersion,
      PolicyArn: policyArn,
      PolicyDocument: document,
      SetAsDefault: 'true',
    });
  }
  return JSON.stringify({ ...template, Resources: resources });
}

/** Applies the tags of a template to its roles that exist. */
async function tagRoles(
  emulator: Emulator,
  account: string,
  update: StackUpdate,
  template: Template,
): Promise<void> {
  const textOf = (value: unknown): string | undefined => {
    if (typeof value === 'string') return value;
    const [separator, parts] =
      (value as { 'Fn::Join'?: [string, unknown[]] } | undefined)?.['Fn::Join'] ?? [];
    if (parts !== undefined) return parts.map((part) => textOf(part) ?? '').join(separator);
    const reference = (value as { Ref?: string } | undefined)?.Ref;
    if (reference === 'AWS::StackId') return update.stackId;
    return reference === undefined
      ? undefined
      : (update.parameters[reference] ?? template.Parameters?.[reference]?.Default);
  };
  for (const { Type, Properties } of Object.values(template.Resources ?? {})) {
    const name = textOf(Properties?.RoleName);
    if (Type !== 'AWS::IAM::Role' || name === undefined || Properties?.Tags === undefined) continue;
    // A value with another function than Ref and Fn::Join stays as it is.
    const known = Properties.Tags.filter(({ Value }) => textOf(Value) !== undefined);
    const tags = known.flatMap(({ Key, Value }, index) => [
      [`Tags.member.${index + 1}.Key`, Key],
      [`Tags.member.${index + 1}.Value`, textOf(Value) ?? ''],
    ]);
    await emulator.form(account, 'iam', {
      Action: 'TagRole',
      Version: iamVersion,
      RoleName: name,
      ...(Object.fromEntries(tags) as Record<string, string>),
    });
  }
}
