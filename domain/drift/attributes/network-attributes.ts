/**
 * Networks, load balancers and DNS: rows of the comparable attributes, in the form of `readAttributeRows`. Made from the schema
 * of the AWS provider
 * 5.100.0, the paths of the collectors and the API models of AWS; each type is applied and compared on the test estate.
 */
export const networkAttributes = `
aws_cloudfront_distribution AWS::CloudFront::Distribution
  default_cache_behavior.cache_policy_id scalar DefaultCacheBehavior.CachePolicyId
  default_cache_behavior.compress scalar DefaultCacheBehavior.Compress default=false
  default_cache_behavior.default_ttl scalar DefaultCacheBehavior.DefaultTTL default=0
  default_cache_behavior.field_level_encryption_id scalar DefaultCacheBehavior.FieldLevelEncryptionId
  default_cache_behavior.forwarded_values.query_string scalar DefaultCacheBehavior.ForwardedValues.QueryString default=false
  default_cache_behavior.max_ttl scalar DefaultCacheBehavior.MaxTTL default=0
  default_cache_behavior.min_ttl scalar DefaultCacheBehavior.MinTTL default=0
  default_cache_behavior.origin_request_policy_id scalar DefaultCacheBehavior.OriginRequestPolicyId
  default_cache_behavior.realtime_log_config_arn scalar DefaultCacheBehavior.RealtimeLogConfigArn
  default_cache_behavior.response_headers_policy_id scalar DefaultCacheBehavior.ResponseHeadersPolicyId
  default_cache_behavior.smooth_streaming scalar DefaultCacheBehavior.SmoothStreaming default=false
  default_root_object scalar DefaultRootObject
  staging scalar Staging default=false
  tags tags $tags
  viewer_certificate.acm_certificate_arn scalar ViewerCertificate.ACMCertificateArn
  viewer_certificate.iam_certificate_id scalar ViewerCertificate.IAMCertificateId
  web_acl_id scalar WebACLId
aws_cloudfront_key_group AWS::CloudFront::KeyGroup
  items set KeyGroupConfig.Items
  name scalar KeyGroupConfig.Name
aws_cloudfront_origin_access_control AWS::CloudFront::OriginAccessControl
  description scalar Description
  name scalar Name
  origin_access_control_origin_type scalar OriginAccessControlOriginType
  signing_behavior scalar SigningBehavior
  signing_protocol scalar SigningProtocol
aws_cloudfront_public_key AWS::CloudFront::PublicKey
  comment scalar Comment
  encoded_key scalar EncodedKey
  name scalar Name
aws_customer_gateway AWS::EC2::CustomerGateway
  bgp_asn scalar BgpAsn
  bgp_asn_extended scalar BgpAsnExtended
  certificate_arn scalar CertificateArn
  device_name scalar DeviceName
  ip_address scalar IpAddress
  tags tags $tags
  type scalar Type
aws_ec2_carrier_gateway AWS::EC2::CarrierGateway
  tags tags $tags
  vpc_id scalar VpcId
aws_ec2_host AWS::EC2::Host
  auto_placement scalar AutoPlacement
  availability_zone scalar AvailabilityZone
  host_recovery scalar HostRecovery
  instance_type scalar HostProperties.InstanceType
  outpost_arn scalar OutpostArn
  tags tags $tags
aws_ec2_managed_prefix_list AWS::EC2::PrefixList
  address_family scalar AddressFamily
  max_entries scalar MaxEntries default=0
  name scalar PrefixListName
  tags tags $tags
aws_ec2_traffic_mirror_filter AWS::EC2::TrafficMirrorFilter
  description scalar Description
  tags tags $tags
aws_ec2_transit_gateway AWS::EC2::TransitGateway
  amazon_side_asn scalar Options.AmazonSideAsn default=0
  auto_accept_shared_attachments scalar Options.AutoAcceptSharedAttachments
  default_route_table_association scalar Options.DefaultRouteTableAssociation
  default_route_table_propagation scalar Options.DefaultRouteTablePropagation
  description scalar Description
  dns_support scalar Options.DnsSupport
  multicast_support scalar Options.MulticastSupport
  security_group_referencing_support scalar Options.SecurityGroupReferencingSupport
  tags tags $tags
  vpn_ecmp_support scalar Options.VpnEcmpSupport
aws_ec2_transit_gateway_route_table AWS::EC2::TransitGatewayRouteTable
  tags tags $tags
  transit_gateway_id scalar TransitGatewayId
aws_ec2_transit_gateway_vpc_attachment AWS::EC2::TransitGatewayVpcAttachment
  appliance_mode_support scalar Options.ApplianceModeSupport
  dns_support scalar Options.DnsSupport
  ipv6_support scalar Options.Ipv6Support
  security_group_referencing_support scalar Options.SecurityGroupReferencingSupport
  subnet_ids set SubnetIds
  tags tags $tags
  transit_gateway_id scalar TransitGatewayId
  vpc_id scalar VpcId
aws_egress_only_internet_gateway AWS::EC2::EgressOnlyInternetGateway
  tags tags $tags
  vpc_id scalar Attachments[].VpcId
aws_eip AWS::EC2::EIP
  customer_owned_ipv4_pool scalar CustomerOwnedIpv4Pool
  domain scalar Domain
  tags tags $tags
aws_elb AWS::ElasticLoadBalancing::LoadBalancer
  connection_draining scalar LoadBalancerAttributes.ConnectionDraining.Enabled default=false
  connection_draining_timeout scalar LoadBalancerAttributes.ConnectionDraining.Timeout default=0
  cross_zone_load_balancing scalar LoadBalancerAttributes.CrossZoneLoadBalancing.Enabled default=false
  health_check.healthy_threshold scalar HealthCheck.HealthyThreshold default=0
  health_check.interval scalar HealthCheck.Interval default=0
  health_check.target scalar HealthCheck.Target
  health_check.timeout scalar HealthCheck.Timeout default=0
  health_check.unhealthy_threshold scalar HealthCheck.UnhealthyThreshold default=0
  idle_timeout scalar LoadBalancerAttributes.ConnectionSettings.IdleTimeout default=0
  name scalar LoadBalancerName
  security_groups set SecurityGroups
  subnets set Subnets
  tags tags $tags
aws_flow_log AWS::EC2::FlowLog
  deliver_cross_account_role reference DeliverCrossAccountRole
  destination_options.file_format scalar DestinationOptions.FileFormat
  destination_options.hive_compatible_partitions scalar DestinationOptions.HiveCompatiblePartitions default=false
  destination_options.per_hour_partition scalar DestinationOptions.PerHourPartition default=false
  log_destination scalar LogDestination
  log_destination_type scalar LogDestinationType
  log_format scalar LogFormat
  max_aggregation_interval scalar MaxAggregationInterval default=0
  tags tags $tags
  traffic_type scalar TrafficType
aws_internet_gateway AWS::EC2::InternetGateway
  tags tags $tags
  vpc_id scalar Attachments[].VpcId
aws_lb AWS::ElasticLoadBalancingV2::LoadBalancer
  customer_owned_ipv4_pool scalar CustomerOwnedIpv4Pool
  ip_address_type scalar IpAddressType
  ipam_pools.ipv4_ipam_pool_id scalar IpamPools.Ipv4IpamPoolId
  load_balancer_type scalar Type
  name scalar LoadBalancerName
  security_groups set SecurityGroups
  subnets set AvailabilityZones[].SubnetId
  tags tags $tags
aws_lb_listener AWS::ElasticLoadBalancingV2::Listener
  load_balancer_arn scalar LoadBalancerArn
  mutual_authentication.ignore_client_certificate_expiry scalar MutualAuthentication.IgnoreClientCertificateExpiry default=false
  mutual_authentication.mode scalar MutualAuthentication.Mode
  mutual_authentication.trust_store_arn scalar MutualAuthentication.TrustStoreArn
  port scalar Port default=0
  protocol scalar Protocol
  ssl_policy scalar SslPolicy
  tags tags $tags
aws_lb_listener_rule AWS::ElasticLoadBalancingV2::ListenerRule
  listener_arn scalar ListenerArn
  priority scalar Priority default=0
  tags tags $tags
aws_lb_target_group AWS::ElasticLoadBalancingV2::TargetGroup
  health_check.enabled scalar HealthCheckEnabled default=false
  health_check.healthy_threshold scalar HealthyThresholdCount default=0
  health_check.interval scalar HealthCheckIntervalSeconds default=0
  health_check.matcher scalar Matcher.HttpCode
  health_check.path scalar HealthCheckPath
  health_check.port scalar HealthCheckPort
  health_check.protocol scalar HealthCheckProtocol
  health_check.timeout scalar HealthCheckTimeoutSeconds default=0
  health_check.unhealthy_threshold scalar UnhealthyThresholdCount default=0
  ip_address_type scalar IpAddressType
  port scalar Port default=0
  protocol scalar Protocol
  protocol_version scalar ProtocolVersion
  tags tags $tags
  target_type scalar TargetType
  vpc_id scalar VpcId
aws_nat_gateway AWS::EC2::NatGateway
  allocation_id scalar NatGatewayAddresses[].AllocationId
  connectivity_type scalar ConnectivityType
  private_ip scalar NatGatewayAddresses[].PrivateIp
  subnet_id scalar SubnetId
  tags tags $tags
aws_network_acl AWS::EC2::NetworkAcl
  subnet_ids set Associations[].SubnetId
  tags tags $tags
  vpc_id scalar VpcId
aws_network_interface AWS::EC2::NetworkInterface
  description scalar Description
  interface_type scalar InterfaceType
  private_ip scalar PrivateIpAddress
  security_groups set Groups[].GroupId
  source_dest_check scalar SourceDestCheck default=false
  subnet_id scalar SubnetId
  tags tags $tags
aws_route53_health_check AWS::Route53::HealthCheck
  disabled scalar HealthCheckConfig.Disabled default=false
  enable_sni scalar HealthCheckConfig.EnableSNI default=false
  failure_threshold scalar HealthCheckConfig.FailureThreshold default=0
  fqdn scalar HealthCheckConfig.FullyQualifiedDomainName
  measure_latency scalar HealthCheckConfig.MeasureLatency default=false
  port scalar HealthCheckConfig.Port default=0
  request_interval scalar HealthCheckConfig.RequestInterval default=0
  resource_path scalar HealthCheckConfig.ResourcePath
  tags tags $tags
  type scalar HealthCheckConfig.Type
aws_route53_record AWS::Route53::RecordSet
  health_check_id scalar HealthCheckId
  records set ResourceRecords[].Value
  set_identifier scalar SetIdentifier
  ttl scalar TTL default=0
  type scalar Type
  zone_id reference HostedZoneId
aws_route53_resolver_endpoint AWS::Route53Resolver::ResolverEndpoint
  direction scalar Direction
  name scalar Name
  security_group_ids set SecurityGroupIds
  tags tags $tags
aws_route53_resolver_rule AWS::Route53Resolver::ResolverRule
  name scalar Name
  resolver_endpoint_id scalar ResolverEndpointId
  rule_type scalar RuleType
  tags tags $tags
aws_route53_resolver_rule_association AWS::Route53Resolver::ResolverRuleAssociation
  name scalar Name
  resolver_rule_id scalar ResolverRuleId
  vpc_id scalar VPCId
aws_route53_zone AWS::Route53::HostedZone
  comment scalar Config.Comment
  tags tags $tags
aws_route_table AWS::EC2::RouteTable
  tags tags $tags
  vpc_id scalar VpcId
aws_security_group AWS::EC2::SecurityGroup
  description scalar Description
  tags tags $tags
  vpc_id scalar VpcId
aws_security_group_rule AWS::EC2::SecurityGroupIngress
  description scalar Description
  from_port scalar FromPort default=0
  security_group_id scalar GroupId
  source_security_group_id scalar ReferencedGroupInfo.GroupId
  to_port scalar ToPort default=0
aws_service_discovery_http_namespace AWS::ServiceDiscovery::HttpNamespace
  description scalar Description
  name scalar Name
  tags tags $tags
aws_service_discovery_private_dns_namespace AWS::ServiceDiscovery::PrivateDnsNamespace
  description scalar Description
  name scalar Name
  tags tags $tags
aws_service_discovery_service AWS::ServiceDiscovery::Service
  description scalar Description
  dns_config.namespace_id scalar DnsConfig.NamespaceId
  dns_config.routing_policy scalar DnsConfig.RoutingPolicy
  health_check_config.failure_threshold scalar HealthCheckConfig.FailureThreshold default=0
  health_check_config.resource_path scalar HealthCheckConfig.ResourcePath
  health_check_config.type scalar HealthCheckConfig.Type
  health_check_custom_config.failure_threshold scalar HealthCheckCustomConfig.FailureThreshold default=0
  name scalar Name
  tags tags $tags
aws_subnet AWS::EC2::Subnet
  assign_ipv6_address_on_creation scalar AssignIpv6AddressOnCreation default=false
  availability_zone scalar AvailabilityZone
  availability_zone_id scalar AvailabilityZoneId
  cidr_block scalar CidrBlock
  customer_owned_ipv4_pool scalar CustomerOwnedIpv4Pool
  enable_dns64 scalar EnableDns64 default=false
  enable_lni_at_device_index scalar EnableLniAtDeviceIndex default=0
  ipv6_native scalar Ipv6Native default=false
  map_customer_owned_ip_on_launch scalar MapCustomerOwnedIpOnLaunch default=false
  map_public_ip_on_launch scalar MapPublicIpOnLaunch default=false
  outpost_arn scalar OutpostArn
  private_dns_hostname_type_on_launch scalar PrivateDnsNameOptionsOnLaunch.HostnameType
  tags tags $tags
  vpc_id scalar VpcId
aws_vpc AWS::EC2::VPC
  cidr_block scalar CidrBlock
  enable_dns_hostnames scalar EnableDnsHostnames default=false
  enable_dns_support scalar EnableDnsSupport default=false
  instance_tenancy scalar InstanceTenancy
  tags tags $tags
aws_vpc_dhcp_options AWS::EC2::DHCPOptions
  tags tags $tags
aws_vpc_endpoint AWS::EC2::VPCEndpoint
  dns_options.private_dns_only_for_inbound_resolver_endpoint scalar DnsOptions.PrivateDnsOnlyForInboundResolverEndpoint default=false
  policy policy PolicyDocument
  private_dns_enabled scalar PrivateDnsEnabled default=false
  resource_configuration_arn scalar ResourceConfigurationArn
  route_table_ids set RouteTableIds
  service_name scalar ServiceName
  service_network_arn scalar ServiceNetworkArn
  tags tags $tags
  vpc_endpoint_type scalar VpcEndpointType
  vpc_id scalar VpcId
aws_vpc_peering_connection AWS::EC2::VPCPeeringConnection
  peer_owner_id scalar AccepterVpcInfo.OwnerId
  peer_region scalar AccepterVpcInfo.Region
  peer_vpc_id scalar AccepterVpcInfo.VpcId
  tags tags $tags
  vpc_id scalar RequesterVpcInfo.VpcId
aws_vpc_security_group_egress_rule AWS::EC2::SecurityGroupEgress
  cidr_ipv4 scalar CidrIpv4
  cidr_ipv6 scalar CidrIpv6
  description scalar Description
  from_port scalar FromPort default=0
  ip_protocol scalar IpProtocol
  prefix_list_id scalar PrefixListId
  security_group_id scalar GroupId
  tags tags $tags
  to_port scalar ToPort default=0
aws_vpc_security_group_ingress_rule AWS::EC2::SecurityGroupIngress
  cidr_ipv4 scalar CidrIpv4
  cidr_ipv6 scalar CidrIpv6
  description scalar Description
  from_port scalar FromPort default=0
  ip_protocol scalar IpProtocol
  prefix_list_id scalar PrefixListId
  security_group_id scalar GroupId
  tags tags $tags
  to_port scalar ToPort default=0
aws_vpclattice_service AWS::VpcLattice::Service
  custom_domain_name scalar customDomainName
  name scalar name
  tags tags $tags
aws_vpclattice_service_network AWS::VpcLattice::ServiceNetwork
  name scalar name
  tags tags $tags
aws_vpclattice_target_group AWS::VpcLattice::TargetGroup
  config.vpc_identifier scalar vpcIdentifier
  name scalar name
  tags tags $tags
  type scalar type
aws_vpn_connection AWS::EC2::VPNConnection
  customer_gateway_id scalar CustomerGatewayId
  tags tags $tags
  transit_gateway_id scalar TransitGatewayId
  type scalar Type
  vpn_gateway_id scalar VpnGatewayId
aws_vpn_gateway AWS::EC2::VPNGateway
  amazon_side_asn scalar AmazonSideAsn
  availability_zone scalar AvailabilityZone
  tags tags $tags
  vpc_id scalar VpcAttachments[].VpcId
`;
