/** Returns the name of the TXT record that proves a domain. */
export function domainRecordName(domain: string): string {
  return `_cloud-inventory.${domain}`;
}
