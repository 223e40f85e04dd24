import type { CellOutcome } from '../../values.ts';
import type { ObservedResource } from '../observation/observed-resource.ts';

/** A resource with the values that the lists of its children need. */
export type ParentResource = Pick<ObservedResource, 'nativeId' | 'arn' | 'name'>;

/** Active resources of a type in an account and region. */
export interface ParentResources {
  /** Whether the running scan has listed all of them. */
  readonly complete: boolean;
  /** Outcome of the type in the running scan. */
  readonly outcome?: CellOutcome | undefined;
  readonly resources: readonly ParentResource[];
}

/** The parent type of a list input, and the value of the parent with which the input is filled. */
export interface ParentInput {
  readonly parentType: string;
  /** `id`: the resource id in the parent's ARN, for a parent whose primary identifier is its ARN. */
  readonly value: 'nativeId' | 'arn' | 'name' | 'id';
}

/**
 * `service:input` → the parents that provide the value. The forms of the values are those of the patterns and descriptions
 * in the resource provider schemas.
 */
const inputs: Readonly<Record<string, ParentInput | readonly ParentInput[]>> = {
  'ApiGateway:RestApiId': { parentType: 'AWS::ApiGateway::RestApi', value: 'nativeId' },
  'ApiGateway:DomainName': { parentType: 'AWS::ApiGateway::DomainName', value: 'nativeId' },
  'ApiGateway:UsagePlanId': { parentType: 'AWS::ApiGateway::UsagePlan', value: 'nativeId' },
  'ApiGatewayV2:ApiId': { parentType: 'AWS::ApiGatewayV2::Api', value: 'nativeId' },
  'AppConfig:ApplicationId': { parentType: 'AWS::AppConfig::Application', value: 'nativeId' },
  'AppSync:ApiId': { parentType: 'AWS::AppSync::GraphQLApi', value: 'nativeId' },
  'Athena:WorkGroup': { parentType: 'AWS::Athena::WorkGroup', value: 'nativeId' },
  'AutoScaling:AutoScalingGroupName': { parentType: 'AWS::AutoScaling::AutoScalingGroup', value: 'name' },
  'Cognito:UserPoolId': { parentType: 'AWS::Cognito::UserPool', value: 'nativeId' },
  'Cognito:IdentityPoolId': { parentType: 'AWS::Cognito::IdentityPool', value: 'nativeId' },
  'EC2:RouteTableId': { parentType: 'AWS::EC2::RouteTable', value: 'nativeId' },
  'EC2:TransitGatewayRouteTableId': { parentType: 'AWS::EC2::TransitGatewayRouteTable', value: 'nativeId' },
  'EC2:VpcId': { parentType: 'AWS::EC2::VPC', value: 'nativeId' },
  'EC2:IpamPoolId': { parentType: 'AWS::EC2::IPAMPool', value: 'nativeId' },
  'EKS:ClusterName': { parentType: 'AWS::EKS::Cluster', value: 'name' },
  'Glue:DatabaseName': { parentType: 'AWS::Glue::Database', value: 'name' },
  'Lambda:FunctionName': { parentType: 'AWS::Lambda::Function', value: 'name' },
  'Lambda:LayerVersionArn': { parentType: 'AWS::Lambda::LayerVersion', value: 'arn' },
  'Logs:LogGroupName': { parentType: 'AWS::Logs::LogGroup', value: 'name' },
  'MSK:ClusterArn': { parentType: 'AWS::MSK::Cluster', value: 'arn' },
  'NetworkManager:GlobalNetworkId': { parentType: 'AWS::NetworkManager::GlobalNetwork', value: 'nativeId' },
  'ServiceCatalog:PortfolioId': { parentType: 'AWS::ServiceCatalog::Portfolio', value: 'nativeId' },
  'ServiceCatalogAppRegistry:ApplicationArn': {
    parentType: 'AWS::ServiceCatalogAppRegistry::Application',
    value: 'arn',
  },
  'SES:ConfigurationSetName': { parentType: 'AWS::SES::ConfigurationSet', value: 'nativeId' },
  'SSM:WindowId': { parentType: 'AWS::SSM::MaintenanceWindow', value: 'nativeId' },
  'StepFunctions:StateMachineArn': { parentType: 'AWS::StepFunctions::StateMachine', value: 'arn' },
  'Transfer:ServerId': { parentType: 'AWS::Transfer::Server', value: 'nativeId' },
  'VpcLattice:ServiceIdentifier': { parentType: 'AWS::VpcLattice::Service', value: 'nativeId' },
  'SageMaker:ImageName': { parentType: 'AWS::SageMaker::Image', value: 'name' },
  'Amplify:AppId': { parentType: 'AWS::Amplify::App', value: 'id' },
  'Cases:DomainId': { parentType: 'AWS::Cases::Domain', value: 'id' },
  'CleanRooms:MembershipIdentifier': { parentType: 'AWS::CleanRooms::Membership', value: 'nativeId' },
  'CodeArtifact:DomainName': { parentType: 'AWS::CodeArtifact::Domain', value: 'name' },
  'Connect:InstanceArn': { parentType: 'AWS::Connect::Instance', value: 'arn' },
  'Connect:InstanceId': { parentType: 'AWS::Connect::Instance', value: 'arn' },
  'CustomerProfiles:DomainName': { parentType: 'AWS::CustomerProfiles::Domain', value: 'nativeId' },
  'DataZone:DomainIdentifier': { parentType: 'AWS::DataZone::Domain', value: 'nativeId' },
  'DeviceFarm:ProjectArn': { parentType: 'AWS::DeviceFarm::Project', value: 'arn' },
  'EC2:TransitGatewayMulticastDomainId': {
    parentType: 'AWS::EC2::TransitGatewayMulticastDomain',
    value: 'nativeId',
  },
  'EventSchemas:RegistryName': { parentType: 'AWS::EventSchemas::Registry', value: 'name' },
  'FIS:ExperimentTemplateId': { parentType: 'AWS::FIS::ExperimentTemplate', value: 'nativeId' },
  'IVS:ChannelArn': { parentType: 'AWS::IVS::Channel', value: 'arn' },
  'IoT:PackageName': { parentType: 'AWS::IoT::SoftwarePackage', value: 'name' },
  'IoTTwinMaker:WorkspaceId': { parentType: 'AWS::IoTTwinMaker::Workspace', value: 'nativeId' },
  'MediaConnect:FlowArn': { parentType: 'AWS::MediaConnect::Flow', value: 'arn' },
  'MediaPackageV2:ChannelGroupName': { parentType: 'AWS::MediaPackageV2::ChannelGroup', value: 'name' },
  'MediaTailor:SourceLocationName': { parentType: 'AWS::MediaTailor::SourceLocation', value: 'name' },
  'NetworkManager:CoreNetworkId': { parentType: 'AWS::NetworkManager::CoreNetwork', value: 'nativeId' },
  'Notifications:NotificationConfigurationArn': {
    parentType: 'AWS::Notifications::NotificationConfiguration',
    value: 'arn',
  },
  'PCAConnectorAD:ConnectorArn': { parentType: 'AWS::PCAConnectorAD::Connector', value: 'arn' },
  'PCAConnectorSCEP:ConnectorArn': { parentType: 'AWS::PCAConnectorSCEP::Connector', value: 'arn' },
  'PCS:ClusterId': { parentType: 'AWS::PCS::Cluster', value: 'id' },
  'QBusiness:ApplicationId': { parentType: 'AWS::QBusiness::Application', value: 'nativeId' },
  'RefactorSpaces:EnvironmentIdentifier': {
    parentType: 'AWS::RefactorSpaces::Environment',
    value: 'nativeId',
  },
  'Route53Profiles:ProfileId': { parentType: 'AWS::Route53Profiles::Profile', value: 'nativeId' },
  'S3Tables:TableBucketARN': { parentType: 'AWS::S3Tables::TableBucket', value: 'arn' },
  'SSO:InstanceArn': { parentType: 'AWS::SSO::Instance', value: 'arn' },
  'ServiceCatalog:ProductId': { parentType: 'AWS::ServiceCatalog::CloudFormationProduct', value: 'nativeId' },
  'VerifiedPermissions:PolicyStoreId': {
    parentType: 'AWS::VerifiedPermissions::PolicyStore',
    value: 'nativeId',
  },
  'Wisdom:AssistantId': { parentType: 'AWS::Wisdom::Assistant', value: 'nativeId' },
  'WorkSpacesWeb:PortalArn': { parentType: 'AWS::WorkSpacesWeb::Portal', value: 'arn' },
  'Bedrock:FlowArn': { parentType: 'AWS::Bedrock::Flow', value: 'arn' },
  'Bedrock:PromptArn': { parentType: 'AWS::Bedrock::Prompt', value: 'arn' },
  'Deadline:FarmId': { parentType: 'AWS::Deadline::Farm', value: 'id' },
  'RTBFabric:GatewayId': [
    { parentType: 'AWS::RTBFabric::RequesterGateway', value: 'id' },
    { parentType: 'AWS::RTBFabric::ResponderGateway', value: 'id' },
  ],
  'MediaLive:MultiplexId': { parentType: 'AWS::MediaLive::Multiplex', value: 'nativeId' },
  'M2:ApplicationId': { parentType: 'AWS::M2::Application', value: 'id' },
  'Lex:BotId': { parentType: 'AWS::Lex::Bot', value: 'nativeId' },
  'APS:Arn': { parentType: 'AWS::APS::Workspace', value: 'arn' },
  'ApiGateway:DomainNameArn': { parentType: 'AWS::ApiGateway::DomainNameV2', value: 'arn' },
  'ApiGatewayV2:DomainNameArn': { parentType: 'AWS::ApiGatewayV2::DomainName', value: 'arn' },
  'BedrockAgentCore:AgentRuntimeId': { parentType: 'AWS::BedrockAgentCore::Runtime', value: 'nativeId' },
  'BedrockAgentCore:PolicyEngineId': { parentType: 'AWS::BedrockAgentCore::PolicyEngine', value: 'id' },
  'Chime:AppInstanceArn': { parentType: 'AWS::Chime::AppInstance', value: 'arn' },
  'Connect:ContactFlowModuleId': { parentType: 'AWS::Connect::ContactFlowModule', value: 'arn' },
  'Connect:ContactFlowId': { parentType: 'AWS::Connect::ContactFlow', value: 'arn' },
  'Connect:TargetArn': { parentType: 'AWS::Connect::Instance', value: 'arn' },
  'Connect:ViewArn': { parentType: 'AWS::Connect::View', value: 'arn' },
  'ConnectCampaignsV2:ConnectInstanceId': { parentType: 'AWS::Connect::Instance', value: 'id' },
  'Deadline:LicenseEndpointId': { parentType: 'AWS::Deadline::LicenseEndpoint', value: 'id' },
  'DevOpsAgent:AgentSpaceId': { parentType: 'AWS::DevOpsAgent::AgentSpace', value: 'nativeId' },
  'EC2:TransitGatewayMeteringPolicyId': {
    parentType: 'AWS::EC2::TransitGatewayMeteringPolicy',
    value: 'nativeId',
  },
  'EC2:TransitGatewayPolicyTableId': { parentType: 'AWS::EC2::TransitGatewayPolicyTable', value: 'nativeId' },
  'ElasticLoadBalancingV2:TrustStoreArn': {
    parentType: 'AWS::ElasticLoadBalancingV2::TrustStore',
    value: 'arn',
  },
  'MediaLive:ClusterId': { parentType: 'AWS::MediaLive::Cluster', value: 'nativeId' },
  'PCAConnectorAD:DirectoryRegistrationArn': {
    parentType: 'AWS::PCAConnectorAD::DirectoryRegistration',
    value: 'arn',
  },
  'PCAConnectorAD:TemplateArn': { parentType: 'AWS::PCAConnectorAD::Template', value: 'arn' },
  'Route53GlobalResolver:DnsViewId': { parentType: 'AWS::Route53GlobalResolver::DnsView', value: 'nativeId' },
  'Route53GlobalResolver:GlobalResolverId': {
    parentType: 'AWS::Route53GlobalResolver::GlobalResolver',
    value: 'nativeId',
  },
  'Route53RecoveryControl:ControlPanelArn': {
    parentType: 'AWS::Route53RecoveryControl::ControlPanel',
    value: 'arn',
  },
  'S3Files:FileSystemId': { parentType: 'AWS::S3Files::FileSystem', value: 'id' },
  'SecurityAgent:AgentSpaceId': { parentType: 'AWS::SecurityAgent::AgentSpace', value: 'nativeId' },
  'ServiceCatalog:TagOptionId': { parentType: 'AWS::ServiceCatalog::TagOption', value: 'nativeId' },
  'Wisdom:KnowledgeBaseArn': { parentType: 'AWS::Wisdom::KnowledgeBase', value: 'arn' },
  'Wisdom:MessageTemplateArn': { parentType: 'AWS::Wisdom::MessageTemplate', value: 'arn' },
  'VpcLattice:ResourceIdentifier': [
    { parentType: 'AWS::VpcLattice::Service', value: 'nativeId' },
    { parentType: 'AWS::VpcLattice::ServiceNetwork', value: 'nativeId' },
  ],
};

/**
 * Inputs with a fixed set of values, by `service:input`, or by `service:type:input` where the types of a service take
 * different values. Each value has its own list, so the list call is made once for each value. Source: the enumerations in
 * the resource provider schemas.
 */
const constants: Readonly<Record<string, readonly string[]>> = {
  'Logs:PolicyType': [
    'DATA_PROTECTION_POLICY',
    'SUBSCRIPTION_FILTER_POLICY',
    'FIELD_INDEX_POLICY',
    'TRANSFORMER_POLICY',
  ],
  'Rbin:ResourceType': ['EBS_SNAPSHOT', 'EC2_IMAGE'],
  'OpenSearchServerless:AccessPolicy:Type': ['data'],
  'OpenSearchServerless:LifecyclePolicy:Type': ['retention'],
  'OpenSearchServerless:SecurityConfig:Type': ['saml', 'iamidentitycenter', 'iamfederation'],
};

/** Inputs that take the AWS account number. */
const accountInputs: ReadonlySet<string> = new Set(['QuickSight:AwsAccountId']);

/** Source of a list input's value: resources of parent types, a fixed set of values, or the AWS account number. */
export type InputSource =
  | { readonly parents: readonly ParentInput[] }
  | { readonly constants: readonly string[] }
  | { readonly account: true };

/**
 * Returns the source of a list input's value, or `undefined` when the input is unknown and the type cannot be listed.
 */
export function inputSource(resourceType: string, input: string): InputSource | undefined {
  const [, service = '', type = ''] = resourceType.split('::');
  const key = `${service}:${input}`;
  const parents = inputs[key];
  if (parents !== undefined) return { parents: isList(parents) ? parents : [parents] };
  if (accountInputs.has(key)) return { account: true };
  const words = constants[`${service}:${type}:${input}`] ?? constants[key];
  return words === undefined ? undefined : { constants: words };
}

/** Returns the value of a parent with which an input is filled, or `undefined` when the parent has none. */
export function parentValue(parent: ParentResource, value: ParentInput['value']): string | undefined {
  return value === 'id' ? idOf(parent.arn ?? parent.nativeId) : parent[value];
}

/** Returns the text after the last `/` of an ARN, e.g. `d1a2` of `arn:aws:amplify:eu-west-1:1:apps/d1a2`. */
function idOf(identifier: string): string {
  return identifier.startsWith('arn:') ? identifier.slice(identifier.lastIndexOf('/') + 1) : identifier;
}

function isList(value: ParentInput | readonly ParentInput[]): value is readonly ParentInput[] {
  return Array.isArray(value);
}
