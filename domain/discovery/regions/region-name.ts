/** Matches AWS region names of every partition, and `global`. Source: AWS General Reference. */
export const regionPattern = /^(global|[a-z]{2,3}(-[a-z]+){1,3}-\d{1,2})$/;
