import { baseKeyOf, identifierKey } from './identifier-key.ts';

/** Id of the references that no declared rule finds. */
export const genericRule = 'generic';

/**
 * Returns the identifier of a text that is an ARN or a prefixed id such as `subnet-0123456789abcdef0`, or null. Takes only
 * whole texts, not parts of texts.
 */
export function genericIdentifier(text: string): { key: string; baseKey?: string } | null {
  if (text.startsWith('arn:')) {
    const key = identifierKey('arn', text);
    if (key === null) return null;
    const baseKey = baseKeyOf('arn', key);
    return baseKey === undefined ? { key } : { key, baseKey };
  }
  return mintingTypes(text) === undefined ? null : { key: text };
}

/**
 * Returns the types that mint an id with this prefix; an empty list if any type can. Undefined if the text is no such id. A
 * resource of another type can have the same native id: a managed instance has that of its EC2 instance.
 */
export function mintingTypes(text: string): readonly string[] | undefined {
  if (text.length > maximumPrefixedIdLength) return undefined;
  const [, prefix = '', number = ''] = idForm.exec(text) ?? [];
  const minted = mintedIds.get(prefix);
  return minted?.form.test(number) === true ? minted.types : undefined;
}

/** Whether a key holds names, descriptions or other texts of people. */
export function isProseKey(key: string): boolean {
  return proseEndings.some((ending) => key.endsWith(ending)) || proseKeys.has(key);
}

const proseEndings = ['Name', 'Description', 'Comment', 'description', 'Message', 'Reason'];
const proseKeys = new Set(['name', 'comment', 'title', 'label', 'message', 'reason']);

const maximumPrefixedIdLength = 40;
const idForm = /^([a-z]+(?:-[a-z]+)*)-([0-9a-zA-Z]+)$/;
const hexadecimal = /^(?:[0-9a-f]{8}|[0-9a-f]{17})$/;

/**
 * Prefixes of ids, the form of the rest, and the types that mint them. Sources: the API references of EC2, EFS, FSx, Systems
 * Manager, Directory Service, Direct Connect, Organizations, EMR, WorkSpaces, Transfer Family and Cloud Map.
 */
const mintedIds: ReadonlyMap<string, { readonly form: RegExp; readonly types: readonly string[] }> = new Map([
  ...idsOf(hexadecimal, {
    acl: 'EC2::NetworkAcl',
    ami: 'EC2::Image',
    backup: 'FSx::Backup',
    cagw: 'EC2::CarrierGateway',
    cgw: 'EC2::CustomerGateway',
    cr: 'EC2::CapacityReservation',
    'cvpn-endpoint': 'EC2::ClientVpnEndpoint',
    dopt: 'EC2::DHCPOptions',
    eice: 'EC2::InstanceConnectEndpoint',
    eigw: 'EC2::EgressOnlyInternetGateway',
    eipalloc: 'EC2::EIP',
    eni: 'EC2::NetworkInterface',
    fl: 'EC2::FlowLog',
    fleet: 'EC2::EC2Fleet',
    fs: 'EFS::FileSystem FSx::FileSystem',
    fsap: 'EFS::AccessPoint',
    fsmt: 'EFS::MountTarget',
    fsvol: 'FSx::Volume',
    h: 'EC2::Host',
    i: 'EC2::Instance',
    igw: 'EC2::InternetGateway',
    ipam: 'EC2::IPAM',
    key: 'EC2::KeyPair',
    lt: 'EC2::LaunchTemplate',
    mi: 'SSM::ManagedInstance',
    mw: 'SSM::MaintenanceWindow',
    nat: 'EC2::NatGateway',
    pb: 'SSM::PatchBaseline',
    pcx: 'EC2::VPCPeeringConnection',
    pl: 'EC2::PrefixList',
    rtb: 'EC2::RouteTable',
    s: 'Transfer::Server',
    sg: 'EC2::SecurityGroup',
    sgr: 'EC2::SecurityGroupIngress EC2::SecurityGroupEgress',
    snap: 'EC2::Snapshot',
    subnet: 'EC2::Subnet',
    svm: 'FSx::StorageVirtualMachine',
    tgw: 'EC2::TransitGateway',
    'tgw-attach':
      'EC2::TransitGatewayVpcAttachment EC2::TransitGatewayPeeringAttachment EC2::TransitGatewayConnect',
    'tgw-rtb': 'EC2::TransitGatewayRouteTable',
    tmf: 'EC2::TrafficMirrorFilter',
    tms: 'EC2::TrafficMirrorSession',
    tmt: 'EC2::TrafficMirrorTarget',
    vgw: 'EC2::VPNGateway',
    vol: 'EC2::Volume',
    vpc: 'EC2::VPC',
    vpce: 'EC2::VPCEndpoint',
    'vpce-svc': 'EC2::VPCEndpointService',
    vpn: 'EC2::VPNConnection',
    // Types of which some resources are not collected, or not by an own type.
    'ipam-pool': '',
    'ipam-scope': '',
    lgw: '',
    r: '',
    'rslvr-in': '',
    'rslvr-out': '',
    'rslvr-rr': '',
    sd: '',
    sfr: '',
  }),
  ...idsOf(/^[0-9a-f]{10}$/, { d: 'DirectoryService::MicrosoftAD DirectoryService::SimpleAD' }),
  ...idsOf(/^[0-9a-z]{8}$/, { sir: 'EC2::SpotInstanceRequest', dxcon: '', dxvif: '', dxlag: '' }),
  ...idsOf(/^[0-9a-z]{9}$/, { ws: 'WorkSpaces::Workspace' }),
  ...idsOf(/^[0-9a-z]{10,32}$/, { o: 'Organizations::Organization' }),
  ...idsOf(/^[0-9A-Z]{8,20}$/, { j: 'EMR::Cluster' }),
  ...idsOf(/^[0-9a-z]{16,32}$/, {
    srv: 'ServiceDiscovery::Service',
    ns: 'ServiceDiscovery::HttpNamespace ServiceDiscovery::PrivateDnsNamespace ServiceDiscovery::PublicDnsNamespace',
  }),
]);

function idsOf(form: RegExp, prefixes: Readonly<Record<string, string>>) {
  return Object.entries(prefixes).map(([prefix, types]) => {
    const named = types === '' ? [] : types.split(' ').map((type) => `AWS::${type}`);
    return [prefix, { form, types: named }] as const;
  });
}
