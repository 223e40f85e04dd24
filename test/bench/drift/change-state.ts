/** An attribute that a round changes in the state. */
export interface StateChange {
  readonly address: string;
  /** Dotted, or `tags.<tag>`. */
  readonly attribute: string;
}

interface State {
  readonly resources: readonly {
    readonly module?: string;
    readonly type: string;
    readonly name: string;
    readonly instances: readonly { readonly attributes: Record<string, unknown> }[];
  }[];
}

/** Returns a state in which each of the attributes has another value. Entries have no instance keys. */
export function changeState(text: string, changes: readonly StateChange[]): string {
  const state = JSON.parse(text) as State;
  const byAddress = new Map(changes.map((change) => [change.address, change.attribute]));
  for (const { type, name, instances } of state.resources) {
    const attribute = byAddress.get(`${type}.${name}`);
    const [instance] = instances;
    if (attribute === undefined || instance === undefined) continue;
    const path = attribute.startsWith('tags.')
      ? ['tags_all', attribute.slice('tags.'.length)]
      : attribute.split('.');
    changeAt(instance.attributes, path);
  }
  return JSON.stringify(state);
}

/** Returns the texts of the top attributes of the entries, by address. Entries have no instance keys. */
export function readAttributes(text: string): ReadonlyMap<string, (name: string) => string> {
  const state = JSON.parse(text) as State;
  return new Map(
    state.resources.map(({ type, name, instances }) => [
      `${type}.${name}`,
      (attribute: string) => {
        const value = instances[0]?.attributes[attribute];
        return typeof value === 'string' ? value : JSON.stringify(value ?? '');
      },
    ]),
  );
}

function changeAt(object: Record<string, unknown>, [name = '', ...rest]: readonly string[]): void {
  if (rest.length === 0) {
    object[name] = changed(name, object[name]);
    return;
  }
  const inner = object[name];
  if (Array.isArray(inner)) {
    if (inner.length === 0) inner.push({});
    changeAt(inner[0] as Record<string, unknown>, rest);
  } else {
    const map = (inner ?? {}) as Record<string, unknown>;
    // A block that is absent is a list in a state; `tags_all` is a map.
    object[name] = inner === null || inner === undefined ? (name === 'tags_all' ? map : [map]) : map;
    changeAt(map, rest);
  }
}

function changed(name: string, value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return [...(value as unknown[]), 'changed-by-hand'];
  if (typeof value === 'object' && value !== null) return { ...value, 'changed-by-hand': 'yes' };
  if (typeof value === 'string' && (/^[[{]/.test(value) || (value === '' && name.endsWith('policy'))))
    return JSON.stringify({ Statement: [{ Sid: 'ChangedByHand' }] });
  return `${typeof value === 'string' ? value : ''}changed-by-hand`;
}
