import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** Refetches what failed for lack of keys once the keys have been granted. */
export function useRefetchOnKeys(pending: boolean | undefined) {
  const queries = useQueryClient()
  const before = useRef(pending)
  useEffect(() => {
    if (before.current && pending === false)
      void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    before.current = pending
  }, [pending, queries])
}
