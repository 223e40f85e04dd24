/**
 * Types of external nodes that are no resources: the parties that policies and shares name. They are declared as target types;
 * no resource has one of them. Their identifiers: 12 digits, `*`, the id of an organization (`o-…`), the name of a service
 * (`lambda.amazonaws.com`). Source: IAM User Guide, AWS JSON policy elements: Principal.
 */
export const externalTypes = ['account', 'anyone', 'organization', 'service'] as const;
export type ExternalType = (typeof externalTypes)[number];

const identifierForms: Readonly<Record<ExternalType, (text: string) => string | null>> = {
  account: (text) => (/^\d{12}$/.test(text) ? text : null),
  anyone: () => '*',
  organization: (text) => (/^o-[a-z0-9]{10,32}$/.test(text) ? text : null),
  service: (text) => (/^[a-z0-9-]+(?:\.[a-z0-9-]+){1,10}$/.test(text) ? text : null),
};

/** Returns the external type among target types. */
export function externalTypeOf(targetTypes: readonly string[]): ExternalType | undefined {
  return externalTypes.find((type) => targetTypes.includes(type));
}

/** Returns the identifier of a party, or null if the text is none of the type. Everyone has the identifier `*`. */
export function externalKey(type: ExternalType, text: string): string | null {
  return text.length > 253 ? null : identifierForms[type](type === 'service' ? text.toLowerCase() : text);
}
