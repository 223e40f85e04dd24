/**
 * Version of detection. Increase it with every change of what it finds in the same tree: each repository is then scanned again
 * once, spread over a day.
 */
export const detectorVersion = 4;
