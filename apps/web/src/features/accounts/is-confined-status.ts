/** Whether an account with this status sees one page only: it is suspended, or waits for approval. */
export const isConfinedStatus = (status: string): boolean => status === 'SUSPENDED' || status === 'PENDING'
