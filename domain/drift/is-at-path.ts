import { attributeRowsOf } from './comparable-attributes.ts';

/** Returns the path of a stored key in the configuration of the resource, `tags.<tag>` of a tag. */
export function pathOfKey(terraformType: string, key: string): string {
  if (key.startsWith('tags.')) return key;
  const attribute = key.slice(key.indexOf('.') + 1);
  return attributeRowsOf(terraformType)?.rows.find((row) => row.attribute === attribute)?.path ?? attribute;
}

/**
 * Returns whether a JSON Pointer of a change is at, above or below the path of an attribute. Indices of arrays are ignored. The
 * path `tags.<tag>` is of a tag, every other one of the configuration.
 */
export function isAtPath(pointer: string, path: string): boolean {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .filter((name) => !/^\d+$/.test(name));
  const wanted = path.startsWith('tags.')
    ? ['tags', path.slice('tags.'.length)]
    : ['configuration', ...path.replaceAll(/\[[^\]]*\]/g, '').split('.')];
  const length = Math.min(names.length, wanted.length);
  return length > 1 && names.slice(0, length).every((name, index) => name === wanted[index]);
}
