/** An error code with more than one meaning, and the messages with which it says that the requested entity does not exist. */
interface NotFoundMessage {
  readonly code: string;
  readonly message: RegExp;
}

/**
 * Services without an error code for a missing entity. Only the message tells it from another invalid request. Beside each row is
 * its source; `find…` are functions of the provider hashicorp/aws.
 */
const NOT_FOUND_MESSAGES: readonly NotFoundMessage[] = [
  // SageMaker: `findModelByName`, `findEndpointConfigByName`, `findEndpointByName`, `findCodeRepositoryByName`,
  // `findModelPackageGroupByName`, `findNotebookInstanceByName`, `findNotebookInstanceLifecycleConfigByName`,
  // `findWorkforceByName`, `findWorkteamByName`, `findDeviceFleetByName`; jobs: SageMaker API reference, DescribeTrainingJob.
  {
    code: 'ValidationException',
    message:
      /^(?:Could not find|Cannot find|RecordNotFound|Requested resource not found|Unable to describe Notebook Instance Lifecycle Config|No (?:workforce|work ?team|device ?fleet|model package|hyper parameter tuning job)|The work ?team\b.*\bdoes not exist)/i,
  },
  // SageMaker model packages: "ModelPackageGroup arn:… does not exist."
  {
    code: 'ValidationException',
    message: /^ModelPackage(?:Group)? arn:aws[a-z-]{0,20}:sagemaker:.{1,2048} does not exist\.?$/i,
  },
  // CloudFormation: `findStackByName`, "Stack with id … does not exist". Auto Scaling: `findLifecycleHook`, "AutoScalingGroup
  // name not found".
  {
    code: 'ValidationError',
    message: /^Stack (?:with id|set|:).{1,2048} does not exist\.?$|^AutoScalingGroup name not found/i,
  },
  // Athena: `findWorkGroupByName` ("WorkGroup … is not found."), `findDataCatalogByName` ("was not found"),
  // `findNamedQueryByID`. EMR: `findCluster` ("Cluster id 'j-…' is not valid."), `findStudioByID`,
  // `findSecurityConfigurationByName`. DataSync: `findAgentByARN` ("does not exist"), `findLocation…ByARN`, `findTaskByARN`.
  {
    code: 'InvalidRequestException',
    message:
      /^(?:WorkGroup|Named ?Query|Data ?Catalog|Cluster|Studio|Security configuration|Agent|Location|Task)\b.{0,2048} (?:does not exist|(?:is|was) not found|not found)\.?$|^Cluster id '[^']{0,100}' is not valid/i,
  },
  // GuardDuty: `findDetectorByID`, `findFilterByTwoPartKey`, `findIPSetByTwoPartKey`, `findPublishingDestinationByTwoPartKey`.
  {
    code: 'BadRequestException',
    message:
      /^The request is rejected (?:because the input detectorId is not owned by the current account|since no such resource found|because the given filter name is invalid|because one or more input parameters have invalid values: no such)/i,
  },
  // MSK: `findConfigurationByARN`, "Configuration ARN does not exist".
  { code: 'BadRequestException', message: /^Configuration ARN does not exist/i },
  // Storage Gateway: `findGatewayByARN`, `findNFSFileShareByARN`, `findSMBFileShareByARN`, `findFileSystemAssociationByARN`
  // ("The specified gateway was not found.").
  {
    code: 'InvalidGatewayRequestException',
    message: /^The specified [\w ]{1,60} (?:was not found|does not exist)/i,
  },
  // Route 53 Domains: `findDomainDetailByName`, `findOperationDetailByID` ("No operation found").
  { code: 'InvalidInput', message: /^Domain \S{1,253} not found\b|^No [\w ]{1,60} found/i },
  // Direct Connect: `findConnectionByID`, `findLagByID`, `findVirtualInterfaceByID`, `findGatewayByID`.
  { code: 'DirectConnectClientException', message: /^Could not find \w{1,60} with ID|\bdoes not exist\.?$/i },
  // ECS: `findTaskDefinitionByFamilyOrARN`, "Unable to describe task definition."
  { code: 'ClientException', message: /^Unable to describe task definition/i },
  // Elastic Beanstalk API reference, DescribeConfigurationSettings and DescribeEnvironmentResources.
  { code: 'InvalidParameterValue', message: /^No (?:Application|Environment|Platform)\b.{0,200}\bfound/i },
  // Systems Manager: `findDocumentByName`, "Document with name … does not exist."
  { code: 'InvalidDocument', message: /\bdoes not exist\b/i },
  // EC2: `findImageByID`, an AMI that was deregistered.
  { code: 'InvalidAMIID.Unavailable', message: /\bno longer available\b/i },
];

/** The failed check of a parameter repeats its value, which can be any text. */
const FAILED_CHECK = /^\d+ validation errors? detected/;
/** Messages end with the name of the entity, of at most 2,048 characters. */
const maximumLength = 4_000;

/** Returns whether an error that is known by its message only says that the requested entity does not exist. */
export function saysNotFound(code: string, message: string): boolean {
  if (message.length > maximumLength || FAILED_CHECK.test(message)) return false;
  return NOT_FOUND_MESSAGES.some((row) => row.code === code && row.message.test(message.trim()));
}
