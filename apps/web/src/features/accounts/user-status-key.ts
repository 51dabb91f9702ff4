/** Apart from its query, so that public pages need not load the contract. */
export const userStatusKey = ['user-status'] as const
