const mebibyte = 1024 * 1024;

/**
 * Limits of what a provider may answer. A customer chooses the server (GitLab, HCP Terraform), the content (GitHub, S3) or the
 * key (models), so that none of them may decide about the memory and the sockets of a process. The limits of the parsers of
 * documents are in their activities.
 */
export const answerLimits = {
  /** One operation is an activity, or a request of the API: the requests of one client. Archives have their own limit. */
  operation: {
    requests: 10_000,
    /** Of all JSON responses, after decompression. */
    bytes: 512 * mebibyte,
    /** Requests in flight, as many as Octokit's throttling sends for an installation. */
    requestsAtOnce: 10,
  },
  gitlab: {
    /** Of one response, after decompression. 100 merge requests of a bot have 6 MB of descriptions. */
    pageBytes: 16 * mebibyte,
    /** A page of 100 records has fewer than 20,000 values. */
    pageValues: 250_000,
  },
  hcpTerraform: {
    /** Of one response, after decompression. A page of 100 workspaces has less than a megabyte. */
    pageBytes: 16 * mebibyte,
    /** A page of 100 workspaces has fewer than 20,000 values. */
    pageValues: 250_000,
  },
  github: {
    /** A tree has up to 7 MB; 100 blobs of a GraphQL query have up to 50 MB. */
    pageBytes: 64 * mebibyte,
  },
  /** Records of one page of a list: as many as the product requests. */
  pageRecords: 100,
  /** Of a text field of a record, in UTF-16 units. The longest are paths, and Linux has none above 4,096 bytes. */
  fieldCharacters: 4096,
  /** Of the path of a group or project: 20 nested groups of 255 characters. It is cut before it is stored. */
  nameCharacters: 8192,
  /** Entries of a list within a record, such as labels. */
  fieldItems: 1000,
  /** Pages of a list of records that belong to one record: changed files, comments, resources of a stack. */
  pages: 100,
  /** Files of a comparison. Source: GitHub and GitLab list at most 3,000 files of a pull request. */
  changedFiles: 3000,
  /** Of all paths of a tree: 100,000 entries with the usual lengths have a fifth of it. */
  treeCharacters: 32 * mebibyte,
  /** Sockets of this process to one server that a customer chose. */
  socketsPerServer: 32,
  aws: {
    /** Of a response, except for objects of S3. The largest documents of AWS have less than 10 MB. */
    responseBytes: 64 * mebibyte,
  },
  model: {
    /** A response of 50,000 tokens has less than a megabyte of events. */
    responseBytes: 8 * mebibyte,
    /** The parser of the SDK keeps an incomplete line in memory, and searches it again with each chunk. */
    lineBytes: 256 * 1024,
  },
} as const;
