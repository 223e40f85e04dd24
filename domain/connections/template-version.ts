/**
 * Versions of the role template, oldest first. A deployed role carries its version in the tag `svc:template-version`.
 * The digest is the SHA-256 of the three variants that `createRoleTemplate` returns. A test fails when the template
 * changes, for example because a collector declares a new action, and no version was added here.
 */
export const templateReleases = [
  { version: '1', digest: '539d4baec33ddd8c4ab4d5b6d1f589c5704530b8178c1159d10ae86919fc665a' },
  { version: '2', digest: '40447ce13caefd545c20e3cb52a34fbe398824c2c36b2e7f455e8b54bbc97305' },
  { version: '3', digest: '052a650354d5c9202543ee80f856cd3e87b87fdb2814bb52262e7cb356c345cd' },
  { version: '4', digest: '237d49701e14d44eb499fe4ba4ace2163959fae26295041432ff7e7b07ef4745' },
  { version: '5', digest: '08161d01bdfbf7ea45dce28d0ca31578f3a7e6eecb1175fc6072eef8ef58a9e2' },
  { version: '6', digest: 'de4dcba61058a526191416a8db05f7ca056b78f0fef0de29d6c6f26917875ae6' },
  { version: '7', digest: '45e0a1750683a84b15dec891ce17ad72e544334fd44ff4030df5815e12bd3b57' },
  { version: '8', digest: '7b0bcf79447fc3ca0f5b7550c7e97f22634af42700714a46718b50289e6710f4' },
  { version: '9', digest: '2431ce02fd6123f85c12c0a7071d5ea3815256ca81aed0ac82a52f80b233a0e6' },
] as const satisfies readonly { readonly version: `${number}`; readonly digest: string }[];

/** Version of the template that `createRoleTemplate` returns. */
export const currentTemplateVersion: string = templateReleases.at(-1)?.version ?? '0';

/** Tag of the deployed role with the template version. Source: the interface specification, "Template info". */
export const templateVersionTag = 'svc:template-version';
/** Tag of the deployed role with the id of its CloudFormation stack. */
export const stackIdTag = 'svc:stack-id';

/**
 * Whether the deployed role's template is older than `current`. Returns false for an unknown version, for a tag value
 * that is not a version of this template, and for a newer version (which exists after a rollback of this service).
 */
export function isTemplateBehind(
  deployed: string | undefined,
  current: string = currentTemplateVersion,
): boolean {
  if (deployed === undefined || !isTemplateVersion(deployed)) return false;
  return Number(deployed) < Number(current);
}

/** Whether a tag value has the format of a template version. */
export function isTemplateVersion(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}
