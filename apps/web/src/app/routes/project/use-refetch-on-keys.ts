import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** Once the keys of a project have come, what could not be read without them is read again. */
export function useRefetchOnKeys(pending: boolean | undefined) {
  const queries = useQueryClient()
  const before = useRef(pending)
  useEffect(() => {
    if (before.current && pending === false)
      void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    before.current = pending
  }, [pending, queries])
}
