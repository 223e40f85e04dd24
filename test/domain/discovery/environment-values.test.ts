import { createHash } from 'node:crypto';
import test from 'ava';
import { normalise } from '../../../domain/discovery/observation/normalise.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import { collectorOf } from '../../../domain/discovery/declaration/resource-types.ts';
import type { JsonObject } from '../../../domain/json/json.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const plain = 'value-of-a-variable';
const listed = (): readonly JsonObject[] => [{ name: 'MODE', value: plain }];
const pod = (): JsonObject => ({ containers: [{ env: listed() }], initContainers: [{ env: listed() }] });
const task = (): JsonObject => ({ taskProperties: [{ containers: [{ environment: listed() }] }] });

/** Every form in which the API returns environment variables of a type. */
const configurations: readonly (readonly [resourceType: string, configuration: JsonObject])[] = [
  ['AWS::Batch::JobDefinition', { containerProperties: { environment: listed() } }],
  ['AWS::Batch::JobDefinition', { ecsProperties: task() }],
  ['AWS::Batch::JobDefinition', { eksProperties: { podProperties: pod() } }],
  [
    'AWS::Batch::JobDefinition',
    {
      nodeProperties: {
        nodeRangeProperties: [
          {
            container: { environment: listed() },
            ecsProperties: task(),
            eksProperties: { podProperties: pod() },
          },
        ],
      },
    },
  ],
  ['AWS::CodeBuild::Project', { environment: { environmentVariables: listed() } }],
  [
    'AWS::CodePipeline::Pipeline',
    {
      pipeline: {
        stages: [
          {
            actions: [
              {
                configuration: { EnvironmentVariables: JSON.stringify(listed()) },
                environmentVariables: listed(),
              },
            ],
          },
        ],
      },
    },
  ],
  ['AWS::EMRServerless::Application', { runtimeConfiguration: [{ properties: { 'spark.mode': plain } }] }],
  ['AWS::Glue::Job', { DefaultArguments: { '--mode': plain } }],
  ['AWS::SageMaker::Model', { PrimaryContainer: { Environment: { MODE: plain } } }],
];

for (const [index, [resourceType, configuration]] of configurations.entries()) {
  test(`stores environment variables of ${resourceType} as hashes (${String(index + 1)})`, (t) => {
    const raw = structuredClone(configuration) as RawItem;
    const stored = JSON.stringify(normalise(raw, collectorOf(resourceType) ?? {}, hash));
    t.false(stored.includes(plain));
    t.true(stored.includes('hmac-sha256:'));
  });
}
