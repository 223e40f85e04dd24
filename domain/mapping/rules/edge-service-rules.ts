import { alias, part, resource } from './rule-row.ts';
import type { MappingRule } from './rule-row.ts';

const byName = { ids: ['${name}'] } as const;
const generated = { generatedId: true } as const;
const withoutArn = { arn: null, generatedId: true } as const;
/** `id/name/scope`, for example `a1b2/main/REGIONAL`. The ARN contains `regional` or `global`. */
const web = {
  ids: ['${arn}'],
  importId: '${Id}/${Name}/${arn|field:5|before:/|map:regional=REGIONAL,global=CLOUDFRONT}',
} as const;
const ofRestApi = (id: string) => ({ arn: null, ids: [`\${rest_api_id}/\${${id}}`], generatedId: true });
const ofApi = { arn: null, ids: ['${api_id}/${id}'], generatedId: true } as const;

/** DNS, CDN, APIs, firewalls, VPC Lattice and network manager. Sources: the provider's documentation. */
export const edgeServiceRules: readonly MappingRule[] = [
  resource('aws_route53_zone', 'AWS::Route53::HostedZone', {
    ids: ['${zone_id}', '${id}'],
    generatedId: true,
  }),
  // `name` may be relative to the zone; `fqdn` is always complete.
  resource('aws_route53_record', 'AWS::Route53::RecordSet', {
    arn: null,
    ids: [
      '${zone_id}_${fqdn|trim:.|lower}_${type}_${set_identifier}',
      '${zone_id}_${fqdn|trim:.|lower}_${type}',
    ],
    generatedId: true,
  }),
  resource('aws_route53_health_check', 'AWS::Route53::HealthCheck', generated),
  resource('aws_route53_query_log', 'AWS::Route53::QueryLoggingConfig', withoutArn),
  resource('aws_route53_resolver_endpoint', 'AWS::Route53Resolver::ResolverEndpoint', generated),
  resource('aws_route53_resolver_rule', 'AWS::Route53Resolver::ResolverRule', generated),
  part('aws_route53_resolver_rule_association', 'AWS::Route53Resolver::ResolverRuleAssociation', withoutArn),
  resource(
    'aws_route53_resolver_query_log_config',
    'AWS::Route53Resolver::ResolverQueryLoggingConfig',
    generated,
  ),
  resource('aws_cloudfront_distribution', 'AWS::CloudFront::Distribution', generated),
  resource('aws_cloudfront_origin_access_control', 'AWS::CloudFront::OriginAccessControl', generated),
  resource('aws_cloudfront_origin_access_identity', 'AWS::CloudFront::CloudFrontOriginAccessIdentity', {
    arn: '${iam_arn}',
    generatedId: true,
  }),
  resource('aws_cloudfront_cache_policy', 'AWS::CloudFront::CachePolicy', generated),
  resource('aws_cloudfront_origin_request_policy', 'AWS::CloudFront::OriginRequestPolicy', generated),
  resource('aws_cloudfront_response_headers_policy', 'AWS::CloudFront::ResponseHeadersPolicy', generated),
  resource('aws_cloudfront_function', 'AWS::CloudFront::Function', byName),
  resource('aws_cloudfront_public_key', 'AWS::CloudFront::PublicKey', withoutArn),
  resource('aws_cloudfront_key_group', 'AWS::CloudFront::KeyGroup', withoutArn),
  resource('aws_api_gateway_rest_api', 'AWS::ApiGateway::RestApi', generated),
  resource('aws_api_gateway_stage', 'AWS::ApiGateway::Stage', {
    ids: ['${rest_api_id}/${stage_name}'],
    generatedId: true,
  }),
  resource('aws_api_gateway_resource', 'AWS::ApiGateway::Resource', ofRestApi('id')),
  resource('aws_api_gateway_authorizer', 'AWS::ApiGateway::Authorizer', ofRestApi('id')),
  resource('aws_api_gateway_api_key', 'AWS::ApiGateway::ApiKey', generated),
  resource('aws_api_gateway_usage_plan', 'AWS::ApiGateway::UsagePlan', generated),
  resource('aws_api_gateway_domain_name', 'AWS::ApiGateway::DomainName', { ids: ['${domain_name}'] }),
  resource('aws_api_gateway_vpc_link', 'AWS::ApiGateway::VpcLink', generated),
  resource('aws_apigatewayv2_api', 'AWS::ApiGatewayV2::Api', generated),
  resource('aws_apigatewayv2_stage', 'AWS::ApiGatewayV2::Stage', {
    ids: ['${api_id}/${name}'],
    generatedId: true,
  }),
  resource('aws_apigatewayv2_route', 'AWS::ApiGatewayV2::Route', ofApi),
  resource('aws_apigatewayv2_integration', 'AWS::ApiGatewayV2::Integration', ofApi),
  resource('aws_apigatewayv2_authorizer', 'AWS::ApiGatewayV2::Authorizer', ofApi),
  resource('aws_apigatewayv2_domain_name', 'AWS::ApiGatewayV2::DomainName', { ids: ['${domain_name}'] }),
  resource('aws_apigatewayv2_vpc_link', 'AWS::ApiGatewayV2::VpcLink', generated),
  resource('aws_appsync_graphql_api', 'AWS::AppSync::GraphQLApi', generated),
  // The import id is `api id-name of the data source`.
  resource('aws_appsync_datasource', 'AWS::AppSync::DataSource', {
    ids: ['${arn}'],
    importId: '${native_id|rest:apis/|before:/}-${native_id|after:/}',
  }),
  resource('aws_wafv2_web_acl', 'AWS::WAFv2::WebACL', web),
  resource('aws_wafv2_ip_set', 'AWS::WAFv2::IPSet', web),
  resource('aws_wafv2_rule_group', 'AWS::WAFv2::RuleGroup', web),
  resource('aws_wafv2_regex_pattern_set', 'AWS::WAFv2::RegexPatternSet', web),
  resource('aws_networkfirewall_firewall', 'AWS::NetworkFirewall::Firewall'),
  resource('aws_networkfirewall_firewall_policy', 'AWS::NetworkFirewall::FirewallPolicy'),
  resource('aws_networkfirewall_rule_group', 'AWS::NetworkFirewall::RuleGroup'),
  resource('aws_networkmanager_global_network', 'AWS::NetworkManager::GlobalNetwork', generated),
  resource('aws_networkmanager_core_network', 'AWS::NetworkManager::CoreNetwork', generated),
  resource('aws_vpclattice_service', 'AWS::VpcLattice::Service', generated),
  resource('aws_vpclattice_service_network', 'AWS::VpcLattice::ServiceNetwork', generated),
  resource('aws_vpclattice_target_group', 'AWS::VpcLattice::TargetGroup', generated),
  resource('aws_service_discovery_http_namespace', 'AWS::ServiceDiscovery::HttpNamespace', generated),
  // The import id contains a VPC, which the API does not return.
  resource('aws_service_discovery_private_dns_namespace', 'AWS::ServiceDiscovery::PrivateDnsNamespace', {
    generatedId: true,
    importId: '${native_id}:${VpcId}',
  }),
  resource(
    'aws_service_discovery_public_dns_namespace',
    'AWS::ServiceDiscovery::PublicDnsNamespace',
    generated,
  ),
  resource('aws_service_discovery_service', 'AWS::ServiceDiscovery::Service', generated),
  resource('aws_ram_resource_share', 'AWS::RAM::ResourceShare'),
  resource('aws_sesv2_email_identity', 'AWS::SES::EmailIdentity', { ids: ['${email_identity}'] }),
  alias('aws_ses_domain_identity', 'AWS::SES::EmailIdentity', { ids: ['${domain}'] }),
  alias('aws_ses_email_identity', 'AWS::SES::EmailIdentity', { ids: ['${email}'] }),
  resource('aws_sesv2_configuration_set', 'AWS::SES::ConfigurationSet', {
    ids: ['${configuration_set_name}'],
  }),
  alias('aws_ses_configuration_set', 'AWS::SES::ConfigurationSet', byName),
  resource('aws_sesv2_contact_list', 'AWS::SES::ContactList', { ids: ['${contact_list_name}'] }),
  resource('aws_sesv2_dedicated_ip_pool', 'AWS::SES::DedicatedIpPool', { ids: ['${pool_name}'] }),
];
