/** Returns the remark about instances that were skipped because of their address, which a source shows as `last_error`. */
export function malformedAddressesText(skipped: number): string | undefined {
  if (skipped === 0) return undefined;
  return `malformed_addresses: ${skipped} ${skipped === 1 ? 'instance was' : 'instances were'} skipped because of the address.`;
}
