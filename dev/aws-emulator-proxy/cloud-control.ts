import { jsonAnswer, errorAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import type { Handler, Handling } from './handlers.ts';

/** A type that Cloud Control can answer for, because the emulator lists it in a service of the JSON protocol. */
interface HeldType {
  readonly service: string;
  readonly target: string;
  /** Name of the list in the answer. */
  readonly items: string;
  /** Its key; in Cloud Control it is a property of the same name with a capital. */
  readonly identifier: string;
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
  'AWS::Comprehend::Flywheel': {
    service: 'comprehend',
    target: 'Comprehend_20171127.ListFlywheels',
    items: 'FlywheelSummaryList',
    identifier: 'FlywheelArn',
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
    Properties: JSON.stringify(propertiesOf(TypeName, type, item)),
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
  return jsonAnswer({
    TypeName,
    ResourceDescription: { Identifier, Properties: JSON.stringify(capitalised(item)) },
  });
}

async function itemsOf(
  { emulator, identity, request }: Handling,
  type: HeldType,
): Promise<readonly Record<string, unknown>[]> {
  const answer = await emulator.json<Record<string, readonly Record<string, unknown>[]>>(
    identity.account,
    type.service,
    type.target,
    {},
    request.region,
  );
  return answer[type.items] ?? [];
}

/** Personalize lists identifiers alone, as some handlers of AWS do. */
function propertiesOf(name: string, type: HeldType, item: Record<string, unknown>): object {
  const properties = capitalised(item);
  const key = capital(type.identifier);
  return name === 'AWS::Personalize::Schema' ? { [key]: properties[key] } : properties;
}

function capitalised(item: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).map(([key, value]) => [capital(key), value]));
}

function capital(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}

function unsupported(type: string): Answer {
  return errorAnswer('json', {
    status: 400,
    code: 'UnsupportedActionException',
    message: `Resource type ${type} does not support LIST action`,
  });
}
