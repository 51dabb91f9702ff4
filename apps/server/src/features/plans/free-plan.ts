/** The plan of accounts that pay for none. */
export const freePlan = 'starter'
