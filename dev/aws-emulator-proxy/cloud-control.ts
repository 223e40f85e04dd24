import { jsonResponse, errorResponse } from './proxy-response.ts';
import type { ProxyResponse } from './proxy-response.ts';
import type { Handler, Handling } from './handler.ts';

/** A type that the proxy serves through Cloud Control, from a list operation of a JSON service of the emulator. */
interface EmulatedType {
  readonly service: string;
  readonly target: string;
  /** Name of the list in the response. */
  readonly items: string;
  /** Key of an item. Cloud Control returns it as a property with the first letter capitalized. */
  readonly identifier: string;
  /** For a child type: the required property of the resource model, and the input of the list operation that takes it. */
  readonly parent?: { readonly property: string; readonly input: string };
}

const emulatedTypes: Readonly<Record<string, EmulatedType>> = {
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
  'AWS::Comprehend::Flywheel': {
    service: 'comprehend',
    target: 'Comprehend_20171127.ListFlywheels',
    items: 'FlywheelSummaryList',
    identifier: 'FlywheelArn',
  },
  'AWS::Logs::LogStream': {
    service: 'logs',
    target: 'Logs_20140328.DescribeLogStreams',
    items: 'logStreams',
    identifier: 'logStreamName',
    parent: { property: 'LogGroupName', input: 'logGroupName' },
  },
};

export const cloudControlHandlers: readonly Handler[] = [
  { service: 'cloudcontrolapi', operation: 'ListResources', handle: listResources },
  { service: 'cloudcontrolapi', operation: 'GetResource', handle: getResource },
];

const pageSize = 20;

async function listResources(handling: Handling): Promise<ProxyResponse> {
  const {
    TypeName = '',
    NextToken,
    ResourceModel = '{}',
  } = handling.request.input as { TypeName?: string; NextToken?: string; ResourceModel?: string };
  const type = emulatedTypes[TypeName];
  if (type === undefined) return unsupported(TypeName);
  const items = await itemsOf(handling, type, JSON.parse(ResourceModel) as Record<string, string>);
  const from = Number(NextToken ?? 0);
  const ResourceDescriptions = items
    .slice(from, from + pageSize)
    .map((item) => ({
      Identifier: String(item[type.identifier]),
      Properties: JSON.stringify(propertiesOf(TypeName, type, item)),
    }));
  const more = items.length > from + pageSize;
  return jsonResponse({
    TypeName,
    ResourceDescriptions,
    ...(more ? { NextToken: String(from + pageSize) } : {}),
  });
}

async function getResource(handling: Handling): Promise<ProxyResponse> {
  const { TypeName = '', Identifier = '' } = handling.request.input as {
    TypeName?: string;
    Identifier?: string;
  };
  const type = emulatedTypes[TypeName];
  if (type === undefined) return unsupported(TypeName);
  const item = (await itemsOf(handling, type)).find(
    (candidate) => String(candidate[type.identifier]) === Identifier,
  );
  if (item === undefined) {
    return errorResponse('json', {
      status: 400,
      code: 'ResourceNotFoundException',
      message: `${Identifier} was not found`,
    });
  }
  return jsonResponse({
    TypeName,
    ResourceDescription: { Identifier, Properties: JSON.stringify(capitalizeKeys(item)) },
  });
}

async function itemsOf(
  { emulator, identity, request }: Handling,
  type: EmulatedType,
  model: Readonly<Record<string, string>> = {},
): Promise<readonly Record<string, unknown>[]> {
  const input = type.parent === undefined ? {} : { [type.parent.input]: model[type.parent.property] };
  const response = await emulator.json<Record<string, readonly Record<string, unknown>[]>>(
    identity.account,
    type.service,
    type.target,
    input,
    request.region,
  );
  return response[type.items] ?? [];
}

/** Lists only identifiers for Personalize, as the list handlers of some AWS services do. */
function propertiesOf(name: string, type: EmulatedType, item: Record<string, unknown>): object {
  const properties = capitalizeKeys(item);
  const key = capitalize(type.identifier);
  return name === 'AWS::Personalize::Schema' ? { [key]: properties[key] } : properties;
}

function capitalizeKeys(item: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).map(([key, value]) => [capitalize(key), value]));
}

function capitalize(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}

function unsupported(type: string): ProxyResponse {
  return errorResponse('json', {
    status: 400,
    code: 'UnsupportedActionException',
    message: `Resource type ${type} does not support LIST action`,
  });
}
