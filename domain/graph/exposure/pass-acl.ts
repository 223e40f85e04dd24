import type { AclEntry, AddressFamily } from './exposure-fact.ts';
import { intersect, lastPort, mergePorts, subtract } from './port-ranges.ts';
import type { PortRange } from './port-ranges.ts';

/**
 * Returns the ports that a network ACL admits from the internet. Rules apply in the order of their numbers, and the first that
 * matches decides. Source: VPC user guide, "Network ACL rules".
 */
export function passAcl(
  entries: readonly AclEntry[],
  family: AddressFamily,
  ports: readonly PortRange[],
): readonly PortRange[] {
  const answers = filterByAcl(entries, family, true, [ephemeral, { ...ephemeral, protocol: 'udp' }]);
  return filterByAcl(entries, family, false, ports).filter(({ protocol }) =>
    answers.some((answer) => answer.protocol === protocol),
  );
}

function filterByAcl(
  entries: readonly AclEntry[],
  family: AddressFamily,
  egress: boolean,
  ports: readonly PortRange[],
): readonly PortRange[] {
  let undecided = ports;
  const admitted: PortRange[] = [];
  for (const entry of entries) {
    if (entry.egress !== egress || entry.family !== family) continue;
    if (entry.allows) admitted.push(...intersect(undecided, entry.ports));
    undecided = subtract(undecided, entry.ports);
  }
  return mergePorts(admitted);
}

/** Ports that a client of a connection listens on. A network ACL without them drops every answer. */
const ephemeral: PortRange = { protocol: 'tcp', from: 1024, to: lastPort };
