import test from 'ava';
import { cloudControlTypes } from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import { identifyDescription } from '../../../domain/discovery/cloud-control/observe-description.ts';
import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
import { checkCollector } from '../../support/aws-models/check-collector.ts';
import type { ModelShape } from '../../support/aws-models/model-shape.ts';

/** Names with which AWS APIs say when something was made, at the end of a longer name too (`ClusterCreateTime`). */
const creationName =
  /(?:creat(?:e|ed|ion)(?:request)?(?:date|time|timestamp|datetime|at|on)|date_?created|^created|launch(?:time|date)|registeredat|uploaddate|allocationtime|subscribedat)$/i;

/** Times that are not the creation of the resource: type → path → reason. */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'AWS::ApiGateway::DomainName': { certificateUploadDate: 'the time of the certificate' },
  'AWS::CodeDeploy::DeploymentGroup': {
    'lastSuccessfulDeployment.createTime': 'the time of a deployment',
    'lastAttemptedDeployment.createTime': 'the time of a deployment',
  },
  'AWS::IAM::VirtualMFADevice': { 'User.CreateDate': 'the time of the user' },
};

/** Every type with the model of its items. `api-models.test.ts` checks that the declared paths exist. */
const types = SERVICES.flatMap((service) =>
  service.types.map((type) => ({ type, item: checkCollector(service, type).item })),
);

test('every type declares the time of creation that its API returns', (t) => {
  const missing = types.flatMap(({ type, item }) =>
    type.createdAt === undefined
      ? creationPaths(item)
          .filter((path) => exceptions[type.resourceType]?.[path] === undefined)
          .map((path) => `${type.resourceType} ${path}`)
      : [],
  );
  t.deepEqual(missing, []);
  t.true(types.filter(({ type }) => type.createdAt !== undefined).length > 240);
});

test('every exception is a time that the API still returns', (t) => {
  const unused = Object.entries(exceptions).flatMap(([name, paths]) => {
    const found = types.find(({ type }) => type.resourceType === name);
    const returned = found === undefined ? [] : creationPaths(found.item);
    return Object.keys(paths)
      .filter((path) => found?.type.createdAt !== undefined || !returned.includes(path))
      .map((path) => `${name} ${path}`);
  });
  t.deepEqual(unused, []);
});

test('finds a time of creation that a declaration lacks', (t) => {
  const found = types.find(({ type }) => type.resourceType === 'AWS::KMS::Key');
  if (found === undefined) return t.fail();
  t.deepEqual(creationPaths(found.item), ['CreationDate']);
});

test('reads the time of creation of a Cloud Control description, by the usual names', (t) => {
  const [type] = cloudControlTypes;
  if (type === undefined) return t.fail();
  const createdAt = (properties: JsonObject) => identifyDescription(type, 'one', properties).createdAt;
  t.is(createdAt({ CreationTime: '2026-02-03T04:05:06Z' }), '2026-02-03T04:05:06.000Z');
  t.is(createdAt({ CreatedAt: 1770091506.5 }), '2026-02-03T04:05:06.500Z');
  t.is(createdAt({ CreationTime: 'unknown', CreatedDate: '2026-02-03' }), '2026-02-03T00:00:00.000Z');
  t.is(createdAt({ Name: 'one', CreatedBy: '2026-02-03T04:05:06Z' }), undefined);
});

/** Returns the paths of times of creation in an item with its details. Elements of lists are other things. */
function creationPaths(item: ModelShape): readonly string[] {
  return pathsIn(item, '', 3);
}

function pathsIn(shape: ModelShape, prefix: string, depth: number): readonly string[] {
  if (shape.kind !== 'structure' || depth === 0) return [];
  return [...shape.members].flatMap(([key, { shape: read }]) => {
    const member = read();
    const path = `${prefix}${key}`;
    if (member.kind === 'structure') return pathsIn(member, `${path}.`, depth - 1);
    const isTime = member.kind === 'time' || member.kind === 'number' || member.kind === 'text';
    return isTime && creationName.test(key) ? [path] : [];
  });
}
