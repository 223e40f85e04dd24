/** Names of AWS regions, of every partition, and the one of global resources. Source: AWS General Reference. */
export const regionPattern = /^(global|[a-z]{2,3}(-[a-z]+){1,3}-\d{1,2})$/;
