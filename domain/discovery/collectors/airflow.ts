import type { ServiceCollectors } from '../declaration/collector.ts';

export const airflow: ServiceCollectors = {
  service: 'airflow',
  client: 'mwaa',
  scope: 'regional',
  probe: { operation: 'ListEnvironments', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::MWAA::Environment',
      title: 'Airflow environment',
      list: { operation: 'ListEnvironments', input: { MaxResults: 25 }, items: 'Environments[]', as: 'Name' },
      details: [{ operation: 'GetEnvironment', input: { Name: '{Name}' }, result: 'Environment' }],
      nativeId: 'Name',
      arn: ['Arn', 'arn:{partition}:airflow:{region}:{account}:environment/{Name}'],
      name: 'Name',
      createdAt: 'CreatedAt',
      tags: { path: 'Tags' },
      // Options such as core.sql_alchemy_conn and smtp.smtp_password contain credentials.
      secrets: ['AirflowConfigurationOptions.*'],
      volatile: ['Status', 'LastUpdate'],
      ended: { Status: ['DELETED'] },
      notRead: 'DAGs, plugins and requirements in the bucket.',
      terraform: ['aws_mwaa_environment'],
    },
  ],
};
