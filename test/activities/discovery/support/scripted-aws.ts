import type { AwsCaller, AwsRequest } from '../../../../clients/aws/aws-caller.ts';

type ScriptedResponse = object | Error;
export type Script = (request: AwsRequest, count: number) => ScriptedResponse | Promise<ScriptedResponse>;

/** An AWS client that calls `script` for each response, and records the requests. */
export function scripted(script: Script): { clients: AwsCaller; calls: AwsRequest[] } {
  const calls: AwsRequest[] = [];
  const counts = new Map<string, number>();
  return {
    calls,
    clients: {
      async call(request) {
        calls.push(request);
        const count = (counts.get(request.operation) ?? 0) + 1;
        counts.set(request.operation, count);
        const response = await script(request, count);
        if (response instanceof Error) throw response;
        return response;
      },
    },
  };
}
export function awsError(name: string, status: number, message = name): Error {
  return Object.assign(new Error(message), { name, $metadata: { httpStatusCode: status } });
}
export const denied = (action: string): Error =>
  awsError('AccessDeniedException', 403, `User: x is not authorized to perform: ${action} on resource: *`);

/** The account and region of the scripted scans. */
export const scope = { awsAccountNumber: '123456789012', region: 'eu-west-1' } as const;
export const input = (request: AwsRequest): Record<string, unknown> => ({ ...request.input });

export const queueUrl = (name: string): string => `https://sqs.eu-west-1.amazonaws.com/123456789012/${name}`;
export function queues(script: Script): Script {
  return (request, count) =>
    request.operation === 'GetResources' ? { ResourceTagMappingList: [] } : script(request, count);
}
