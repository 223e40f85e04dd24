/** Finds what a method and a path name, in steps that grow with the path and not with the number of routes. */
export interface RouteTable<T> {
  /** `/teams/{id}` holds parameters in braces; of several that fit, the one with the earlier literal part wins. */
  add(method: string, path: string, value: T): void;
  /** `path` as it was sent. @throws URIError when a parameter cannot be decoded. */
  find(method: string, path: string): Route<T> | undefined;
}

export interface Route<T> {
  readonly value: T;
  readonly params: Record<string, string>;
}

interface Place<T> {
  readonly literals: Map<string, Place<T>>;
  parameter?: Place<T>;
  readonly ends: Map<string, { readonly value: T; readonly names: readonly string[] }>;
}

export function createRouteTable<T>(): RouteTable<T> {
  const root = newPlace<T>();
  return {
    add(method, path, value) {
      const names: string[] = [];
      let place = root;
      for (const segment of segmentsOf(path)) {
        const name = /^\{(\w+)\}$/.exec(segment)?.[1];
        if (name === undefined) {
          const next = place.literals.get(segment) ?? newPlace<T>();
          place.literals.set(segment, next);
          place = next;
        } else {
          names.push(name);
          place = place.parameter ??= newPlace<T>();
        }
      }
      if (place.ends.has(method)) throw new Error(`${method} ${path} is declared twice`);
      place.ends.set(method, { value, names });
    },
    find(method, path) {
      const values: string[] = [];
      // HEAD is GET without the body, which Node leaves out.
      const end = walk(root, segmentsOf(path), 0, method === 'HEAD' ? 'GET' : method, values);
      if (end === undefined) return undefined;
      const params: Record<string, string> = {};
      for (const [index, name] of end.names.entries()) params[name] = decodeURIComponent(values[index] ?? '');
      return { value: end.value, params };
    },
  };
}

function newPlace<T>(): Place<T> {
  return { literals: new Map(), ends: new Map() };
}

/** One slash at the end changes nothing. */
function segmentsOf(path: string): readonly string[] {
  return path.slice(1, path.endsWith('/') ? -1 : undefined).split('/');
}

function walk<T>(
  place: Place<T>,
  segments: readonly string[],
  index: number,
  method: string,
  values: string[],
): { readonly value: T; readonly names: readonly string[] } | undefined {
  const segment = segments[index];
  if (segment === undefined) return place.ends.get(method);
  const literal = place.literals.get(segment);
  const found = literal === undefined ? undefined : walk(literal, segments, index + 1, method, values);
  if (found !== undefined || place.parameter === undefined || segment === '') return found;
  values.push(segment);
  const end = walk(place.parameter, segments, index + 1, method, values);
  if (end === undefined) values.pop();
  return end;
}
