import { collect } from './collect.ts';
import { awsError, input, scope, scripted } from './scripted-aws.ts';
import type { Script } from './scripted-aws.ts';

type Responses = Readonly<Record<string, object | ((given: Record<string, unknown>) => object)>>;

/** Collects one type in `eu-west-1`, or in the region `global`, from responses by operation. */
export async function collectFrom(
  service: string,
  resourceType: string,
  responses: Responses,
  region: string = scope.region,
) {
  const { clients, calls } = scripted(responding(responses));
  const { resources, cells } = await collect({
    ...scope,
    region,
    service,
    resourceTypes: [resourceType],
    clients,
  });
  const called = calls.map(({ operation }) => operation).filter((name) => name !== 'GetResources');
  return { resources, cells, called, configuration: resources[0]?.configuration, resource: resources[0] };
}

/** Returns a script that responds by operation. The tagging API returns no tags. */
function responding(responses: Responses): Script {
  return (request) => {
    if (request.operation === 'GetResources') return { ResourceTagMappingList: [] };
    const response = responses[request.operation];
    if (response === undefined) return awsError('UnexpectedCall', 400, request.operation);
    return typeof response === 'function' ? response(input(request)) : response;
  };
}

/** A time of creation. */
export const createdTime = new Date('2026-02-03T04:05:06Z');

/** A policy as text, and as the document that is stored. */
export const policyDocument = { Statement: [{ Effect: 'Deny', Action: 'x:Y', Resource: '*' }] };
export const policyText = JSON.stringify(policyDocument);
