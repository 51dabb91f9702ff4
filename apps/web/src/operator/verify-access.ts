import { ApiError } from '@envhold/client/api-error.ts'
import { type Account, readSession, readUserStatus } from '@envhold/contract/accounts/accounts.ts'
import { mayEnterOperatorArea } from '@envhold/contract/operator-area.ts'
import { loadSession } from '../connection/session/load-session.ts'
import type { Operator } from '../features/operator/operator.ts'
import type { OperatorConnection } from './operator-connection.ts'

export type Access =
  | { readonly granted: true; readonly operator: Operator }
  /** `leadsTo` is an address of the app. */
  | { readonly granted: false; readonly leadsTo: string }

interface Options {
  readonly connection: OperatorConnection
  /** The path and search of this page, to return to after signing in. */
  readonly here: string
  readonly wait: (ms: number) => Promise<void>
  /** The session is valid; what remains is whether its user may enter. */
  readonly onVerifying: () => void
}

/** The server decides about each call; this decides only whether the page shows anything. */
export async function verifyAccess({ connection, here, wait, onVerifying }: Options): Promise<Access> {
  const { api, session } = connection
  const signIn: Access = { granted: false, leadsTo: `/login?next=${encodeURIComponent(here)}` }
  const denied: Access = { granted: false, leadsTo: '/dashboard' }
  if (!session.read()) return signIn
  const state = await loadSession({ read: async () => (await api.call(readSession, {})).user, wait })
  if (state.status !== 'ready') return denied
  if (!state.account) return signIn
  onVerifying()
  try {
    return grant(state.account, (await api.call(readUserStatus, {})).user) ?? denied
  } catch (error) {
    return error instanceof ApiError && error.code === 'UNAUTHENTICATED' ? signIn : denied
  }
}

interface Status {
  readonly email: string
  readonly roles: readonly Operator['role'][]
}

function grant(account: Account, { email, roles }: Status): Access | undefined {
  const role = roles.find(({ name, permissions }) => mayEnterOperatorArea(name, permissions))
  return email && role ? { granted: true, operator: { account, role } } : undefined
}
