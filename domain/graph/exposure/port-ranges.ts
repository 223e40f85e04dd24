/** Ports of a protocol, both ends included. */
export interface PortRange {
  readonly protocol: 'tcp' | 'udp';
  readonly from: number;
  readonly to: number;
}

export const lastPort = 65_535;

/** Every port of both protocols. */
export const allPorts: readonly PortRange[] = [
  { protocol: 'tcp', from: 0, to: lastPort },
  { protocol: 'udp', from: 0, to: lastPort },
];

/**
 * Returns the ports of a rule. EC2 names a protocol, or has its number; `-1` is every protocol. Rules of other protocols, such as
 * ICMP, have no ports. Source: EC2 API reference, IpPermission and NetworkAclEntry.
 */
export function portsOf(protocol: string, from: number | undefined, to: number | undefined): PortRange[] {
  const name = protocolNames[protocol.toLowerCase()];
  if (name === undefined) return [];
  if (name === 'all') return [...allPorts];
  return [{ protocol: name, from: from ?? 0, to: to ?? lastPort }];
}

const protocolNames: Readonly<Record<string, 'tcp' | 'udp' | 'all'>> = {
  '-1': 'all',
  all: 'all',
  tcp: 'tcp',
  '6': 'tcp',
  udp: 'udp',
  '17': 'udp',
};

/** Returns the ports that are in both lists. */
export function intersect(one: readonly PortRange[], other: readonly PortRange[]): readonly PortRange[] {
  return mergePorts(
    one.flatMap((a) =>
      other.flatMap((b) => {
        const from = Math.max(a.from, b.from);
        const to = Math.min(a.to, b.to);
        return a.protocol === b.protocol && from <= to ? [{ protocol: a.protocol, from, to }] : [];
      }),
    ),
  );
}

/** Returns the ports of `one` that are not in `other`. */
export function subtract(one: readonly PortRange[], other: readonly PortRange[]): readonly PortRange[] {
  let left = [...one];
  for (const cut of other)
    left = left.flatMap((range) => {
      if (range.protocol !== cut.protocol || cut.to < range.from || cut.from > range.to) return [range];
      return [
        ...(range.from < cut.from ? [{ ...range, to: cut.from - 1 }] : []),
        ...(range.to > cut.to ? [{ ...range, from: cut.to + 1 }] : []),
      ];
    });
  return left;
}

/** Returns the ports in order, overlapping and adjacent ranges as one. */
export function mergePorts(ranges: readonly PortRange[]): readonly PortRange[] {
  const merged: PortRange[] = [];
  const sorted = ranges.toSorted(
    (a, b) => a.protocol.localeCompare(b.protocol) || a.from - b.from || a.to - b.to,
  );
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && last.protocol === range.protocol && range.from <= last.to + 1)
      merged[merged.length - 1] = { ...last, to: Math.max(last.to, range.to) };
    else merged.push(range);
  }
  return merged;
}
