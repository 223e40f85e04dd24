/** Name of the embedded model. */
export const embeddedModelName = 'embedded-1';
