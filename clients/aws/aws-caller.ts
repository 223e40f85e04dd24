/** One call to AWS. */
export interface AwsRequest {
  /** SDK package without its prefix, e.g. `cloudwatch-logs`. */
  readonly client: string;
  readonly region: string;
  readonly operation: string;
  readonly input?: object;
  readonly signal?: AbortSignal;
}

/** Calls AWS with one identity. Throws the SDK's errors; see `classifyAwsError`. */
export interface AwsCaller {
  call(request: AwsRequest): Promise<object>;
}
