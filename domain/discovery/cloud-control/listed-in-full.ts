import type { CloudControlType } from './cloud-control-types.ts';

/** Returns whether the list returns every property that GetResource returns, so that GetResource is not needed. */
export function isListedInFull({ resourceType }: CloudControlType): boolean {
  return listedInFull.has(resourceType);
}

/**
 * Types whose readable properties are all part of the primary identifier, which every list returns. Source: the resource
 * provider schemas (`properties` without `writeOnlyProperties`, and `primaryIdentifier`) of May 2025.
 */
const listedInFull: ReadonlySet<string> = new Set([
  'AWS::ApplicationSignals::Discovery',
  'AWS::CloudFormation::ModuleDefaultVersion',
  'AWS::Connect::ApprovedOrigin',
  'AWS::DataZone::Owner',
  'AWS::DataZone::ProjectMembership',
  'AWS::Deadline::QueueFleetAssociation',
  'AWS::Deadline::QueueLimitAssociation',
  'AWS::DevOpsGuru::LogAnomalyDetectionIntegration',
  'AWS::EC2::NetworkPerformanceMetricSubscription',
  'AWS::EC2::RouteServerAssociation',
  'AWS::EC2::RouteServerPropagation',
  'AWS::EC2::TransitGatewayRouteTableAssociation',
  'AWS::EC2::TransitGatewayRouteTablePropagation',
  'AWS::EC2::VPCDHCPOptionsAssociation',
  'AWS::EC2::VPNConnectionRoute',
  'AWS::Glue::SchemaVersionMetadata',
  'AWS::Location::TrackerConsumer',
  'AWS::Logs::LogStream',
  'AWS::NetworkManager::LinkAssociation',
  'AWS::NetworkManager::TransitGatewayRegistration',
  'AWS::PCAConnectorAD::ServicePrincipalName',
  'AWS::PCAConnectorAD::TemplateGroupAccessControlEntry',
  'AWS::Route53::DNSSEC',
  'AWS::SSO::ApplicationAssignment',
  'AWS::SSO::Assignment',
  'AWS::ServiceCatalog::PortfolioProductAssociation',
  'AWS::ServiceCatalog::ServiceActionAssociation',
  'AWS::SupportApp::SlackWorkspaceConfiguration',
]);
