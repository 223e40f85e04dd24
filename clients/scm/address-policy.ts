import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Networks in CIDR notation that requests may reach although they are not public. */
export type AllowedNetworks = readonly string[];

/** The IPv6 addresses that IANA assigns. Source: RFC 4291, section 2.4, and the IANA registry. */
const globalUnicast = '2000::/3';

/** Names that resolve to private addresses only: RFC 6761, RFC 6762 and the metadata services of clouds. */
const privateNames = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

/**
 * Whether requests may connect to an IP address: it is global unicast, or in an allowed network. An IPv4-mapped address
 * counts as the IPv4 address; other addresses that embed one (compatible, NAT64, 6to4, Teredo) are not permitted.
 */
export function isAllowedAddress(address: string, allowed: AllowedNetworks): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (isWithinNetworks(address, allowed)) return true;
  // `unicast` is every IPv6 address without a range of its own.
  if (parsed.kind() === 'ipv6' && !contains(globalUnicast, parsed)) return false;
  return parsed.range() === 'unicast';
}

/**
 * Whether the host of a URL may be used. Checks literal addresses and names that never resolve to a public address. Other
 * names pass: the connection checks the addresses to which they resolve.
 *
 * @param hostname as in `URL.hostname`, which normalises every spelling of an IPv4 address
 */
export function isAllowedHost(hostname: string, allowed: AllowedNetworks): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '');
  if (isIP(host) !== 0) return isAllowedAddress(host, allowed);
  return allowed.length > 0 || !privateNames.test(host.toLowerCase());
}

/** Whether an address is in one of the networks. */
export function isWithinNetworks(address: string, networks: AllowedNetworks): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => contains(network, parsed));
}

/** @throws Error when the text is not a network in CIDR notation. */
export function requireNetwork(network: string): void {
  ipaddr.parseCIDR(network);
}

function contains(network: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const [base, bits] = ipaddr.parseCIDR(network);
  return base.kind() === address.kind() && address.match(base, bits);
}
