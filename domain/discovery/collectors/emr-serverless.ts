import type { ServiceCollectors } from '../declaration/collector.ts';

export const emrServerless: ServiceCollectors = {
  service: 'emr-serverless',
  client: 'emr-serverless',
  scope: 'regional',
  probe: { operation: 'ListApplications', input: { maxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::EMRServerless::Application',
      title: 'EMR Serverless application',
      list: {
        operation: 'ListApplications',
        input: {
          maxResults: 50,
          states: ['CREATING', 'CREATED', 'STARTING', 'STARTED', 'STOPPING', 'STOPPED'],
        },
        items: 'applications[]',
      },
      details: [{ operation: 'GetApplication', input: { applicationId: '{id}' }, result: 'application' }],
      nativeId: 'id',
      arn: 'arn',
      name: 'name',
      createdAt: 'createdAt',
      tags: { path: 'tags' },
      secrets: ['runtimeConfiguration[].properties.*'],
      volatile: ['state', 'stateDetails', 'updatedAt'],
      terraform: ['aws_emrserverless_application'],
    },
  ],
};
