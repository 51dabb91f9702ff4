import { ApiError } from '@envhold/client/api-error.ts'
import type { Client } from '@envhold/client/client.ts'
import { createClient } from '@envhold/client/client.ts'
import type { ErrorCode } from '@envhold/contract/errors.ts'
import type { ReadableStore } from '../../ui/create-store.ts'
import type { SessionStore } from '../session/session-store.ts'

export type Api = Client

interface Options {
  readonly session: SessionStore
  /** The master password, while it is held. */
  readonly vault: Pick<ReadableStore<string | null>, 'read'>
  /** The server no longer knows the session that was sent. */
  readonly onSignedOut: () => void
  readonly onSuspended: () => void
  readonly onRejected: (endpoint: string, code: ErrorCode) => void
  readonly fetch?: typeof fetch
}

/** The contract's client, with this page's bearer token and master password on every call. */
export function createApi({ session, vault, onSignedOut, onSuspended, onRejected, fetch }: Options): Api {
  const client = createClient({
    server: '',
    headers: () => {
      const token = session.read()?.token
      const masterPassword = vault.read()
      return {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(masterPassword !== null && { 'x-master-password': encodeURIComponent(masterPassword) }),
      }
    },
    ...(fetch && { fetch }),
  })

  const ask: Client['ask'] = async (endpoint, input, options) => {
    const sent = session.read()?.token
    try {
      return await client.ask(endpoint, input, options)
    } catch (error) {
      const code = error instanceof ApiError && sent && sent === session.read()?.token ? error.code : null
      if (code === 'UNAUTHENTICATED') onSignedOut()
      if (code === 'ACCOUNT_SUSPENDED') onSuspended()
      if (code) onRejected(endpoint.name, code)
      throw error
    }
  }
  return {
    ask,
    call: async (endpoint, input, options) => {
      const { output } = await ask(endpoint, input, options)
      // Null means 304, which only a conditional `ask` can get.
      if (output === null) throw new TypeError('A call without If-None-Match was answered with 304')
      return output
    },
  }
}
