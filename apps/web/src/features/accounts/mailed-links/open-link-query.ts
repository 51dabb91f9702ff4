/** The options of a query that opens a mailed link. The secret is in no query key, and nothing stays in the cache. */
export const openLinkOptions = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const
