/**
 * Type of the failure of a validation that AWS rejected for a reason in the account, such as a role that was replaced
 * meanwhile. It is the only failure that marks an account unreachable.
 */
export const accountRejected = 'AccountRejected';
