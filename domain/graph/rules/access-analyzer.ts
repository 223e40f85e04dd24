import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const analyzer = 'AWS::AccessAnalyzer::Analyzer';

export const accessAnalyzerRules: readonly EdgeRule[] = [
  edge(
    analyzer,
    'configuration.internalAccess.analysisRule.inclusions[].resourceArns[]',
    'arn',
    'monitors',
    ['AWS::S3::Bucket', 'AWS::DynamoDB::Table', 'AWS::RDS::DBSnapshot', 'AWS::RDS::DBClusterSnapshot'],
    { example: 'arn:aws:s3:::payments-ledger' },
  ),
];
