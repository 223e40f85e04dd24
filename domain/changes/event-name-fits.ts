import {
  collectorOf,
  resourceType,
  RESOURCE_TYPES,
  typesOfService,
} from '../discovery/declaration/resource-types.ts';
import type { ChangeKind } from '../values.ts';

/**
 * Returns whether an operation can have caused a change of a kind. Only an operation that creates the resource itself fits
 * `created` and `reappeared`, only one that deletes the resource itself fits `deleted`. All others fit `updated`, unless they
 * create something or concern a resource of another type of the service.
 *
 * @param eventName - operation of CloudTrail, e.g. `CreateFunction20150331`
 */
export function eventNameFits(eventName: string, kind: ChangeKind, type: string): boolean {
  const operation = parseOperation(eventName);
  const isOwn = nounsOf(type).has(operation.noun);
  switch (kind) {
    case 'created':
    case 'reappeared':
      return operation.creates && isOwn;
    case 'deleted':
      return operation.deletes && isOwn;
    case 'updated':
      if (tagOperations.test(eventName)) return true;
      if (/^(Create|Run)/.test(eventName)) return false;
      if (isOwn) return !operation.deletes;
      return !(operation.concernsNoun && isNounOfService(operation.noun, type));
  }
}

const tagOperations = /^(Create|Delete)Tags$/;
/** Verbs of operations that create the resource of their noun. `Put` can also update it. */
const creatingVerbs =
  'Create|Run|Put|Register|Allocate|Request|Import|Copy|Restore|Publish|Purchase|Provision|Upload|Add|Enable';
const deletingVerbs = 'Delete|BatchDelete|Terminate|Deregister|Release|Remove|Cancel|Disable';
/** Verbs of operations that change only the resource of their noun, although they can name others. */
const changingVerbs = 'Update|Modify';

const creating = new RegExp(`^(?:${creatingVerbs})(?=[A-Z])`);
const deleting = new RegExp(`^(?:${deletingVerbs})(?=[A-Z])`);
const changing = new RegExp(`^(?:${changingVerbs})(?=[A-Z])`);
/** `ScheduleKeyDeletion` */
const scheduledDeletion = /^Schedule(\w+)Deletion$/;
/** Operations whose name has no noun. */
const operationsWithoutNoun: Readonly<Record<string, string>> = {
  Subscribe: 'CreateSubscription',
  Unsubscribe: 'DeleteSubscription',
};

interface Operation {
  readonly noun: string;
  readonly creates: boolean;
  readonly deletes: boolean;
  /** Whether the operation creates, changes or deletes the resource of the noun. */
  readonly concernsNoun: boolean;
}

function parseOperation(eventName: string): Operation {
  // Lambda and CloudFront add the version of their API: `CreateFunction20150331`, `CreateDistribution2020_05_31`.
  const versionless = eventName.replace(/\d{4}_?\d{2}_?\d{2}(v\d+)?$/, '');
  const operation = (operationsWithoutNoun[versionless] ?? versionless).replace(
    scheduledDeletion,
    'Delete$1',
  );
  const creates = creating.test(operation);
  const deletes = deleting.test(operation);
  const noun = operation.replace(creating, '').replace(deleting, '').replace(changing, '');
  return {
    // `RestoreTableFromBackup` and `RestoreDBInstanceToPointInTime` create a table and an instance.
    noun: stem(noun.split(/(?:From|To|With)(?=[A-Z])/, 1)[0] ?? ''),
    creates,
    deletes,
    concernsNoun: creates || deletes || changing.test(operation),
  };
}

/** Nouns of operations that neither the type nor its list call has. */
const otherNouns: Readonly<Record<string, readonly string[]>> = {
  'AWS::CloudWatch::Alarm': ['MetricAlarm', 'CompositeAlarm'],
  'AWS::EC2::TransitGatewayAttachment': ['TransitGatewayVpcAttachment', 'TransitGatewayPeeringAttachment'],
  'AWS::EC2::SpotInstanceRequest': ['SpotInstance'],
  'AWS::EMR::Cluster': ['JobFlow'],
  'AWS::IAM::ManagedPolicy': ['Policy'],
  'AWS::Macie::Session': ['Macie'],
  'AWS::OpenSearchService::Domain': ['ElasticsearchDomain'],
  'AWS::RDS::DBInstance': ['DBInstanceReadReplica'],
  'AWS::SecurityHub::Hub': ['SecurityHub'],
};

/** Returns the nouns that the operations of a type can have: of `AWS::EC2::EIP`, which DescribeAddresses lists, also `Address`. */
function nounsOf(type: string): ReadonlySet<string> {
  const listed = collectorOf(type)?.list.operation.replace(/^(?:Describe|List|Get)/, '') ?? '';
  const names = [nameOf(type), listed, ...(otherNouns[type] ?? [])];
  return new Set(names.map(stem).filter((noun) => noun !== ''));
}

/** Nouns of all types of each service. */
const nounsByService = new Map(
  [...new Set(RESOURCE_TYPES.map(({ service }) => service))].map((service) => [
    service,
    new Set(typesOfService(service).flatMap((type) => [...nounsOf(type)])),
  ]),
);

/** Whether the noun is that of another type of the service. The policy of a resource (`RolePolicy`) is a part of it. */
function isNounOfService(noun: string, type: string): boolean {
  if (noun === stem(`${nameOf(type)}Policy`)) return false;
  return nounsByService.get(resourceType(type)?.service ?? '')?.has(noun) === true;
}

function nameOf(type: string): string {
  return type.split('::').at(-1) ?? '';
}

/** Returns a noun without case and plural. Also removes the last letters of a singular that ends like a plural (`Alias`). */
function stem(noun: string): string {
  return noun
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/[es]+$/, '');
}
