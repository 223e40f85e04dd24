/**
 * Returns whether a CIDR range admits the internet: a range that is broader than /8 of IPv4 or /32 of IPv6. Two halves
 * (`0.0.0.0/1` and `128.0.0.0/1`) admit it as `0.0.0.0/0` does. Source of the widths: S3 user guide, "The meaning of public",
 * on `aws:SourceIp`.
 */
export function isInternet(cidr: string): boolean {
  if (cidr.length > maximumLength) return false;
  const [address = '', bits] = cidr.split('/', 2);
  const isV6 = address.includes(':');
  const width = bits === undefined ? (isV6 ? 128 : 32) : Number(bits);
  return Number.isInteger(width) && width >= 0 && width < (isV6 ? 32 : 8);
}

/** An IPv6 address with its prefix. */
const maximumLength = 49;
