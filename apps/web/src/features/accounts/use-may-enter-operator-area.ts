import { mayEnterOperatorArea } from '@envhold/contract/operator-area.ts'
import { useQuery } from '@tanstack/react-query'
import { useConnection } from '../../connection/use-connection.ts'
import { userStatusQuery } from './user-status-query.ts'

/** Whether the signed-in user's role opens the operator area; false until the server has said so. */
export function useMayEnterOperatorArea(userId: number | undefined): boolean {
  const { data } = useQuery({ ...userStatusQuery(useConnection()), enabled: userId !== undefined })
  if (!data || data.user.id !== userId || data.user.email === '') return false
  return data.user.roles.some(({ name, permissions }) => mayEnterOperatorArea(name, permissions))
}
