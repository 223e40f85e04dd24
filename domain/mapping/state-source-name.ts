/** The columns of a state source that name it. */
export interface NamedStateSource {
  /** Only of a state that is not in S3. */
  readonly name?: string | undefined;
  readonly bucket?: string | undefined;
  readonly key?: string | undefined;
}

/** Returns the name of a state source in lists, audit entries and runs. */
export function stateSourceName({ name, bucket, key }: NamedStateSource): string {
  return name ?? `${bucket}/${key}`;
}
