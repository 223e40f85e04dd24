/** A condition: the object belongs to an extension, which creates it again. */
export function isExtensionMember(catalogue: string, oid: string): string {
  return `exists (
    select from pg_depend where classid = ${catalogue} and objid = ${oid} and deptype = 'e')`;
}
