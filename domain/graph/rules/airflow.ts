import type { EdgeRule } from '../edge-rule.ts';
import { encryptedBy, logGroupArn, roleArn, securityGroupId, subnetId } from './common-edges.ts';
import { edge } from './edge.ts';

const environment = 'AWS::MWAA::Environment';
const logs = ['DagProcessing', 'Scheduler', 'Task', 'Webserver', 'Worker'];

/** Source: Amazon MWAA API reference, Environment. */
export const airflowRules: readonly EdgeRule[] = [
  roleArn(environment, 'ExecutionRoleArn', 'runs_as'),
  roleArn(environment, 'ServiceRoleArn', 'uses'),
  ...encryptedBy(environment, 'KmsKey'),
  edge(environment, 'SourceBucketArn', 'arn', 'reads_from', 'AWS::S3::Bucket', {
    example: 'arn:aws:s3:::example-dags',
  }),
  subnetId(environment, 'NetworkConfiguration.SubnetIds[]', 'contained_in'),
  securityGroupId(environment, 'NetworkConfiguration.SecurityGroupIds[]', 'uses'),
  ...logs.map((kind) =>
    logGroupArn(environment, `LoggingConfiguration.${kind}Logs.CloudWatchLogGroupArn`, 'logs_to'),
  ),
];
