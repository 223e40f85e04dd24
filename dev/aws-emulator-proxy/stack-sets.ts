import { randomUUID } from 'node:crypto';
import { xmlResponse } from './proxy-response.ts';
import type { ProxyResponse } from './proxy-response.ts';
import type { Emulator } from './emulator.ts';
import type { Handler, Handling, ReplacedForm } from './handler.ts';
import { texts } from './policies.ts';
import { updateRoles } from './update-roles.ts';

/**
 * Service-managed stack sets with the behaviour of AWS: they deploy to all accounts below the given OUs at any depth, but
 * not to the management account, and an update of the stack set updates the stacks. An update of a stack also updates
 * the tags of its roles and its managed policies. (The emulator only reads one level of OUs, deploys to the management
 * account, and updates neither.)
 */
export const stackSetHandlers: readonly Handler[] = [
  { service: 'cloudformation', operation: 'CreateStackInstances', handle: createInstances },
  { service: 'cloudformation', operation: 'UpdateStackSet', handle: updateInstances },
  { service: 'cloudformation', operation: 'UpdateStack', handle: updateStack },
  { service: 'cloudformation', operation: 'DescribeStackSetOperation', handle: describeOperation },
];

const version = '2010-05-15';
const finished = new Set<string>();

async function createInstances({
  request,
  identity,
  emulator,
}: Handling): Promise<ProxyResponse | undefined> {
  const input = request.input as Readonly<Record<string, string>>;
  const units = membersOf(input, 'DeploymentTargets.OrganizationalUnitIds.member');
  if (units.length === 0) return undefined;
  const name = input['StackSetName'] ?? '';
  const set = await readStackSet(emulator, identity.account, name);
  if (set === undefined) return undefined;
  for (const account of await accountsBelow(emulator, identity.account, units)) {
    if ((await stackOf(emulator, account, name)) !== undefined) continue;
    const created = await emulator.form(account, 'cloudformation', {
      Action: 'CreateStack',
      Version: version,
      StackName: `StackSet-${name}-${randomUUID()}`,
      TemplateBody: set.template,
      ...formOf(set.parameters),
    });
    if (created.status !== 200)
      throw new Error(`stack set ${name} in ${account}: ${created.body.slice(0, 500)}`);
  }
  const operationId = input['OperationId'] ?? randomUUID();
  finished.add(operationId);
  return xmlResponse(
    `<CreateStackInstancesResponse xmlns="http://cloudformation.amazonaws.com/doc/${version}/"><CreateStackInstancesResult>` +
      `<OperationId>${operationId}</OperationId></CreateStackInstancesResult></CreateStackInstancesResponse>`,
  );
}

async function updateInstances({ request, identity, emulator }: Handling): Promise<ReplacedForm | undefined> {
  const input = request.input as Readonly<Record<string, string>>;
  const name = input['StackSetName'] ?? '';
  const set = await readStackSet(emulator, identity.account, name);
  if (set === undefined) return undefined;
  const template = input['TemplateBody'] ?? set.template;
  const parameters = mergedParameters(input, set.parameters);
  for (const account of await accountsBelow(emulator, identity.account, undefined)) {
    const stack = await stackOf(emulator, account, name);
    if (stack === undefined) continue;
    const body = await updateRoles(emulator, account, { template, parameters, stackId: stack.id });
    const form = { Action: 'UpdateStack', Version: version, StackName: stack.name, TemplateBody: body };
    const updated = await emulator.form(account, 'cloudformation', { ...form, ...formOf(parameters) });
    if (updated.status !== 200 && !updated.body.includes('No updates'))
      throw new Error(`stack set ${name} in ${account}: ${updated.body.slice(0, 500)}`);
  }
  return withParameters(input, parameters);
}

async function updateStack({ request, identity, emulator }: Handling): Promise<ReplacedForm | undefined> {
  const input = request.input as Readonly<Record<string, string>>;
  const stack = await describe(emulator, identity.account, input['StackName'] ?? '');
  if (stack === undefined || input['TemplateBody'] === undefined) return undefined;
  const parameters = mergedParameters(input, stack.parameters);
  const template = await updateRoles(emulator, identity.account, {
    template: input['TemplateBody'],
    parameters,
    stackId: stack.id,
  });
  return withParameters({ ...input, TemplateBody: template }, parameters);
}

/** Lists all parameters, because the emulator drops previous values and defaults on an update. */
function withParameters(input: Readonly<Record<string, string>>, parameters: Parameters): ReplacedForm {
  const others = Object.entries(input).filter(([name]) => !name.startsWith('Parameters.member.'));
  return { form: { ...Object.fromEntries(others), ...formOf(parameters) } };
}

async function describeOperation({ request }: Handling): Promise<ProxyResponse | undefined> {
  const { OperationId: id = '' } = request.input as Readonly<Record<string, string>>;
  if (!finished.has(id)) return undefined;
  return xmlResponse(
    `<DescribeStackSetOperationResponse xmlns="http://cloudformation.amazonaws.com/doc/${version}/">` +
      `<DescribeStackSetOperationResult><StackSetOperation><OperationId>${id}</OperationId><Action>CREATE</Action>` +
      '<Status>SUCCEEDED</Status></StackSetOperation></DescribeStackSetOperationResult></DescribeStackSetOperationResponse>',
  );
}

type Parameters = Readonly<Record<string, string>>;

interface StackSet {
  readonly template: string;
  readonly parameters: Parameters;
}

async function readStackSet(
  emulator: Emulator,
  account: string,
  name: string,
): Promise<StackSet | undefined> {
  const { status, body } = await emulator.form(account, 'cloudformation', {
    Action: 'DescribeStackSet',
    Version: version,
    StackSetName: name,
  });
  const [template] = texts(body, 'TemplateBody');
  return status === 200 && template !== undefined ? { template, parameters: parametersIn(body) } : undefined;
}

interface DeployedStack {
  readonly name: string;
  readonly id: string;
  readonly parameters: Parameters;
}

async function describe(
  emulator: Emulator,
  account: string,
  name: string,
): Promise<DeployedStack | undefined> {
  const { status, body } = await emulator.form(account, 'cloudformation', {
    Action: 'DescribeStacks',
    Version: version,
    StackName: name,
  });
  const [id] = texts(body, 'StackId');
  const [stackName] = texts(body, 'StackName');
  if (status !== 200 || id === undefined || stackName === undefined) return undefined;
  return { id, name: stackName, parameters: parametersIn(body) };
}

async function stackOf(emulator: Emulator, account: string, set: string): Promise<DeployedStack | undefined> {
  const { body } = await emulator.form(account, 'cloudformation', { Action: 'ListStacks', Version: version });
  const name = texts(body, 'StackName').find((candidate) => candidate.startsWith(`StackSet-${set}-`));
  return name === undefined ? undefined : describe(emulator, account, name);
}

async function accountsBelow(
  emulator: Emulator,
  caller: string,
  units: readonly string[] | undefined,
): Promise<readonly string[]> {
  const list = async <T>(operation: string, key: string, input: object): Promise<T[]> => {
    const found: T[] = [];
    let token: string | undefined;
    do {
      const page = await emulator.json<Record<string, T[]> & { NextToken?: string | null }>(
        caller,
        'organizations',
        `AWSOrganizationsV20161128.${operation}`,
        { ...input, ...(token === undefined ? {} : { NextToken: token }) },
      );
      found.push(...(page[key] ?? []));
      token = page.NextToken ?? undefined;
    } while (token !== undefined);
    return found;
  };
  const organization = await emulator.json<{ Organization: { MasterAccountId: string } }>(
    caller,
    'organizations',
    'AWSOrganizationsV20161128.DescribeOrganization',
    {},
  );
  const waiting = [...(units ?? (await list<{ Id: string }>('ListRoots', 'Roots', {})).map(({ Id }) => Id))];
  const accounts = new Set<string>();
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    const input = { ParentId: parent };
    for (const { Id } of await list<{ Id: string }>('ListAccountsForParent', 'Accounts', input))
      accounts.add(Id);
    const below = await list<{ Id: string }>(
      'ListOrganizationalUnitsForParent',
      'OrganizationalUnits',
      input,
    );
    waiting.push(...below.map(({ Id }) => Id));
  }
  accounts.delete(organization.Organization.MasterAccountId);
  return [...accounts];
}

/** The parameters of an update: given values, and previous values for `UsePreviousValue`. */
function mergedParameters(input: Readonly<Record<string, string>>, before: Parameters): Parameters {
  const merged: Record<string, string> = {};
  for (let index = 1; input[`Parameters.member.${index}.ParameterKey`] !== undefined; index += 1) {
    const key = input[`Parameters.member.${index}.ParameterKey`] ?? '';
    const usesPreviousValue = input[`Parameters.member.${index}.UsePreviousValue`] === 'true';
    merged[key] =
      (usesPreviousValue ? before[key] : input[`Parameters.member.${index}.ParameterValue`]) ?? '';
  }
  return merged;
}

function parametersIn(xml: string): Parameters {
  const keys = texts(xml, 'ParameterKey');
  const values = [...xml.matchAll(/<ParameterValue>([^<]*)<\/ParameterValue>|<ParameterValue\s*\/>/g)].map(
    ([, text = '']) => text,
  );
  return Object.fromEntries(keys.map((key, index) => [key, values[index] ?? '']));
}

function formOf(parameters: Parameters): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([key, value], index) => [
      [`Parameters.member.${index + 1}.ParameterKey`, key],
      [`Parameters.member.${index + 1}.ParameterValue`, value],
    ]),
  );
}

function membersOf(input: Readonly<Record<string, string>>, prefix: string): readonly string[] {
  const members: string[] = [];
  for (let index = 1; ; index += 1) {
    const value = input[`${prefix}.${index}`];
    if (value === undefined) return members;
    members.push(value);
  }
}
