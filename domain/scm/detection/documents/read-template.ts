import { entriesOf, itemsOf, textAt, textOfNode, valueAt } from './data-node.ts';
import type { DataNode } from './data-node.ts';
import type { TemplateDocument } from './document.ts';

/** Returns the facts of a CloudFormation or SAM template; undefined for other files. */
export function readTemplate(root: DataNode): TemplateDocument | undefined {
  const resources = entriesOf(valueAt(root, 'Resources')).map(({ value }) => value);
  const versioned = valueAt(root, 'AWSTemplateFormatVersion') !== undefined;
  const types = resources.flatMap((resource) => textAt(resource, 'Type') ?? []);
  if (!versioned && !types.some((type) => /^(?:AWS|Custom|Alexa)::/.test(type))) return undefined;
  return {
    type: 'template',
    system: transformsOf(root).includes('AWS::Serverless-2016-10-31') ? 'sam' : 'cloudformation',
    versioned,
    generated:
      types.includes('AWS::CDK::Metadata') ||
      valueAt(valueAt(root, 'Rules'), 'CheckBootstrapVersion') !== undefined ||
      resources.some((resource) => valueAt(valueAt(resource, 'Metadata'), 'aws:cdk:path') !== undefined),
    nested: resources.flatMap((resource) => pathsAt(resource, nestedTemplateProperties)),
    sources: [...resources, ...globalsOf(root)].flatMap((resource) => pathsAt(resource, sourceProperties)),
  };
}

const nestedTemplateProperties = [
  ['AWS::CloudFormation::Stack', 'TemplateURL'],
  ['AWS::Serverless::Application', 'Location'],
] as const;

/** Properties that `sam package` replaces. Source: AWS CLI, cloudformation package. */
const sourceProperties = [
  ['AWS::Serverless::Function', 'CodeUri'],
  ['AWS::Serverless::LayerVersion', 'ContentUri'],
  ['AWS::Serverless::Api', 'DefinitionUri'],
  ['AWS::Serverless::HttpApi', 'DefinitionUri'],
  ['AWS::Serverless::StateMachine', 'DefinitionUri'],
  ['AWS::Lambda::Function', 'Code'],
  ['AWS::AppSync::GraphQLSchema', 'DefinitionS3Location'],
] as const;

function transformsOf(root: DataNode): readonly string[] {
  const transform = valueAt(root, 'Transform');
  return transform?.type === 'list'
    ? itemsOf(transform).flatMap((item) => textOfNode(item) ?? [])
    : [textOfNode(transform) ?? ''];
}

/** The `Globals` section gives SAM functions their common properties. */
function globalsOf(root: DataNode): readonly DataNode[] {
  const properties = valueAt(valueAt(root, 'Globals'), 'Function');
  if (properties === undefined) return [];
  const { line } = properties;
  const type: DataNode = { type: 'scalar', value: 'AWS::Serverless::Function', line };
  return [
    {
      type: 'object',
      line,
      entries: [
        { key: 'Type', value: type, line },
        { key: 'Properties', value: properties, line },
      ],
    },
  ];
}

function pathsAt(resource: DataNode, properties: readonly (readonly [string, string])[]): readonly string[] {
  const type = textAt(resource, 'Type');
  return properties.flatMap(([ofType, property]) => {
    const path = type === ofType ? textAt(valueAt(resource, 'Properties'), property) : undefined;
    return path === undefined || /^[a-z0-9+.-]*:|\$\{|^\//i.test(path) ? [] : [path];
  });
}
