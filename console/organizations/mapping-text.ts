/** A mapping of a group: what its members get. */
export interface GroupMapping {
  readonly group: string;
  readonly targets: readonly string[];
}

/** Writes mappings as lines `group: target, target`. */
export function writeMappings(mappings: readonly GroupMapping[]): string {
  return mappings.map(({ group, targets }) => `${group}: ${targets.join(', ')}`).join('\n');
}

/** Reads lines `group: target, target`. A group may have colons, so the last one separates; a line without targets has none. */
export function readMappings(text: string): readonly GroupMapping[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.lastIndexOf(':');
      const [group, targets] = at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
      return {
        group: group.trim(),
        targets: targets
          .split(',')
          .map((target) => target.trim())
          .filter((target) => target !== ''),
      };
    });
}
