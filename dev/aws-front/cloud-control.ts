import { jsonAnswer, errorAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import type { Handler, Handling } from './handlers.ts';

/** A type that Cloud Control can answer for, because the emulator lists it in a service of the JSON protocol. */
interface HeldType {
  readonly service: string;
  readonly target: string;
  /** Name of the list in the answer. */
  readonly items: string;
  readonly identifier: string;
  /** A handler that lists identifiers alone, as some of AWS do. */
  readonly identifierOnly?: boolean;
}

const held: Readonly<Record<string, HeldType>> = {
  'AWS::Forecast::DatasetGroup': {
    service: 'forecast',
    target: 'AmazonForecast.ListDatasetGroups',
    items: 'DatasetGroups',
    identifier: 'DatasetGroupArn',
  },
  'AWS::Personalize::Schema': {
    service: 'personalize',
    target: 'AmazonPersonalize.ListSchemas',
    items: 'schemas',
    identifier: 'schemaArn',
  },
  'AWS::Timestream::Database': {
    service: 'timestream',
    target: 'Timestream_20181101.ListDatabases',
    items: 'Databases',
    identifier: 'DatabaseName',
    identifierOnly: true,
  },
  'AWS::SSM::PatchBaseline': {
    service: 'ssm',
    target: 'AmazonSSM.DescribePatchBaselines',
    items: 'BaselineIdentities',
    identifier: 'BaselineId',
  },
  'AWS::Route53Resolver::ResolverEndpoint': {
    service: 'route53resolver',
    target: 'Route53Resolver.ListResolverEndpoints',
    items: 'ResolverEndpoints',
    identifier: 'Id',
  },
  'AWS::WorkSpaces::ConnectionAlias': {
    service: 'workspaces',
    target: 'WorkspacesService.DescribeWorkspaces',
    items: 'Workspaces',
    identifier: 'WorkspaceId',
  },
};

export const cloudControlHandlers: readonly Handler[] = [
  { service: 'cloudcontrolapi', operation: 'ListResources', handle: listResources },
  { service: 'cloudcontrolapi', operation: 'GetResource', handle: getResource },
];

const pageSize = 20;

async function listResources(handling: Handling): Promise<Answer> {
  const { TypeName = '', NextToken } = handling.request.input as { TypeName?: string; NextToken?: string };
  const type = held[TypeName];
  if (type === undefined) return unsupported(TypeName);
  const items = await itemsOf(handling, type);
  const from = Number(NextToken ?? 0);
  const ResourceDescriptions = items.slice(from, from + pageSize).map((item) => ({
    Identifier: String(item[type.identifier]),
    Properties: JSON.stringify(
      type.identifierOnly === true ? { [type.identifier]: item[type.identifier] } : item,
    ),
  }));
  const more = items.length > from + pageSize;
  return jsonAnswer({
    TypeName,
    ResourceDescriptions,
    ...(more ? { NextToken: String(from + pageSize) } : {}),
  });
}

async function getResource(handling: Handling): Promise<Answer> {
  const { TypeName = '', Identifier = '' } = handling.request.input as {
    TypeName?: string;
    Identifier?: string;
  };
  const type = held[TypeName];
  if (type === undefined) return unsupported(TypeName);
  const item = (await itemsOf(handling, type)).find(
    (candidate) => String(candidate[type.identifier]) === Identifier,
  );
  if (item === undefined) {
    return errorAnswer('json', {
      status: 400,
      code: 'ResourceNotFoundException',
      message: `${Identifier} was not found`,
    });
  }
  return jsonAnswer({ TypeName, ResourceDescription: { Identifier, Properties: JSON.stringify(item) } });
}

async function itemsOf(
  { emulator, identity }: Handling,
  type: HeldType,
): Promise<readonly Record<string, unknown>[]> {
  const answer = await emulator.json<Record<string, readonly Record<string, unknown>[]>>(
    identity.account,
    type.service,
    type.target,
    {},
  );
  return answer[type.items] ?? [];
}

function unsupported(type: string): Answer {
  return errorAnswer('json', {
    status: 400,
    code: 'UnsupportedActionException',
    message: `Resource type ${type} does not support LIST action`,
  });
}
