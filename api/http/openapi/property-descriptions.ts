export const propertyDescriptions: Readonly<Record<string, string>> = {};
export const propertyExamples: Readonly<Record<string, readonly unknown[]>> = {};
