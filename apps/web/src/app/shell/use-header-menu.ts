import type { Account } from '@envhold/contract/accounts/accounts.ts'
import { useSession } from '../../connection/use-connection.ts'
import { displayName } from '../../features/accounts/display-name.ts'
import { useMayEnterOperatorArea } from '../../features/accounts/user-status.ts'
import type { HeaderMenuProps } from './header-menu-items.tsx'
import { useLogout } from './use-logout.ts'

/** Who is signed in, and where they may go. */
export function useHeaderMenu(account: Account | null): HeaderMenuProps {
  const session = useSession()
  const onLogout = useLogout()
  const isOperator = useMayEnterOperatorArea(account?.id)
  return { name: displayName(account ?? { username: session?.username }), isOperator, onLogout }
}
