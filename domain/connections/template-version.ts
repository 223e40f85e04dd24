/**
 * Versions of the role template, oldest first. A role carries the version that made it in its tag
 * `svc:template-version`. The digest is the SHA-256 of the three variants as `createRoleTemplate` makes them: a test
 * fails when a collector's actions, or anything else in the template, changed and no version was added here.
 */
export const templateReleases = [
  { version: '1', digest: '539d4baec33ddd8c4ab4d5b6d1f589c5704530b8178c1159d10ae86919fc665a' },
  { version: '2', digest: '40447ce13caefd545c20e3cb52a34fbe398824c2c36b2e7f455e8b54bbc97305' },
] as const satisfies readonly {
  readonly version: `${number}`;
  readonly digest: string;
}[];

export const currentTemplateVersion: string = templateReleases.at(-1)?.version ?? '0';

/** The tag of the deployed role that says which template made it. Source: the interface specification, "Template info". */
export const templateVersionTag = 'svc:template-version';
/** The tag of the deployed role that names its CloudFormation stack. */
export const stackIdTag = 'svc:stack-id';

/**
 * Whether a deployed role lacks what a newer template gives. Versions are counted: one from the future, as after a
 * rollback of this service, is not behind. Unknown, or no version of ours, is never behind.
 */
export function isTemplateBehind(deployed: string | null, current: string = currentTemplateVersion): boolean {
  if (deployed === null || !isTemplateVersion(deployed)) return false;
  return Number(deployed) < Number(current);
}

/** Whether a tag's value is a version that a template of ours could have written. */
export function isTemplateVersion(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}
