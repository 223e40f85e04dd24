/** SQL condition: the object belongs to an extension, so `create extension` creates it. */
export function isExtensionMember(catalogue: string, oid: string): string {
  return `exists (
    select from pg_depend where classid = ${catalogue} and objid = ${oid} and deptype = 'e')`;
}
