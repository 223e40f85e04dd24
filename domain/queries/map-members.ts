/**
 * Members of responses of AWS whose objects have keys that customers choose. A key that is no name of a member, such as
 * `LOG_LEVEL` or `aws:SourceArn`, also shows a map. Source: the members of the type map in the models of AWS.
 */
export const mapMembers: readonly string[] = [
  'Variables',
  'Tags',
  'tags',
  'Labels',
  'labels',
  'DockerLabels',
  'dockerLabels',
  'Parameters',
  'parameters',
  'Headers',
  'Metadata',
  'options',
  'stageVariables',
  'environmentVariables',
  'Context',
  'DefaultArguments',
  'NonOverridableArguments',
  'AdvancedOptions',
];
