import { readUserStatus } from '@envhold/contract/accounts.ts'
import { mayEnterOperatorArea } from '@envhold/contract/operator-area.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '../../connection/use-connection.ts'
import { idleAfterMs } from '../../ui/deferred.tsx'

/**
 * Whether the signed-in user's role opens the operator area; false until the server has said so. It is asked a moment
 * after the page: few are operators, and all wait for the page.
 */
export function useMayEnterOperatorArea(userId: number | undefined): boolean {
  const api = useApi()
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), idleAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({
    queryKey: ['operator-area', userId],
    queryFn: ({ signal }) => api.call(readUserStatus, {}, { signal }),
    enabled: isLater && userId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // Without an answer there is no link, which harms nobody.
    retry: false,
    select: ({ user: { email, roles } }) =>
      email !== '' && roles.some(({ name, permissions }) => mayEnterOperatorArea(name, permissions)),
  })
  return data === true
}
