import { ApiError } from '@envhold/client/api-error.ts'
import { type Client, createClient } from '@envhold/client/client.ts'
import type { ErrorCode } from '@envhold/contract/errors.ts'
import type { ProtectionPrompt, StepUpPrompt } from '../session/prompts.ts'
import type { SessionStore } from '../session/session-store.ts'

export type Api = Client
type Endpoint = Parameters<Client['ask']>[0]

interface Options {
  readonly session: SessionStore
  readonly stepUpPrompt: Pick<StepUpPrompt, 'ask'>
  /** Asks before a protected environment loses something. The operator's page writes to none. */
  readonly protectionPrompt?: Pick<ProtectionPrompt, 'ask'>
  /** The header that opens the vault, while it can be opened. The operator's page has none. */
  readonly vaultHeader?: () => Record<string, string>
  /** The server no longer knows the session that was sent. */
  readonly onSignedOut: () => void
  readonly onSuspended: () => void
  readonly onRejected: (endpoint: string, code: ErrorCode) => void
  readonly fetch?: typeof fetch
}

/** Whether the answer may hold the token under which the session goes on. */
const renewsSession = ({ audience, output }: Endpoint): boolean =>
  audience === 'session' && output !== undefined && 'token' in output.shape

/**
 * The contract's client, with this page's bearer token and master password on every call. A call that needs a proof of
 * identity asks for it and is repeated once; so is one whose token was replaced meanwhile. One that a protected
 * environment rejects asks, and is repeated with the name.
 */
export function createApi({
  session,
  vaultHeader,
  stepUpPrompt,
  protectionPrompt,
  fetch,
  ...on
}: Options): Api {
  const client = createClient({
    server: '',
    headers: () => {
      const token = session.read()?.token
      return {
        ...(token && { authorization: `Bearer ${token}` }),
        ...vaultHeader?.(),
      }
    },
    ...(fetch && { fetch }),
  })

  /** Whether a rejected call can be repeated now. */
  const isMended = async ({ tag }: Endpoint, error: ApiError, sent: string): Promise<boolean> => {
    if (error.code === 'UNAUTHENTICATED') return await session.continues(sent)
    return error.code === 'STEP_UP_REQUIRED' && (await stepUpPrompt.ask({ methods: error.methods, tag }))
  }
  const report = (endpoint: Endpoint, error: unknown, sent: string | undefined) => {
    const code = error instanceof ApiError && sent && sent === session.read()?.token ? error.code : null
    if (code === 'UNAUTHENTICATED') on.onSignedOut()
    if (code === 'ACCOUNT_SUSPENDED' || code === 'ACCOUNT_PENDING') on.onSuspended()
    if (code) on.onRejected(endpoint.name, code)
  }

  /** The name that the user has confirmed for a rejected call. */
  const askForProtected = async (error: unknown) => {
    const loss = error instanceof ApiError ? error.loss : undefined
    return loss && (await protectionPrompt?.ask(loss)) ? loss.environment : undefined
  }

  const ask: Client['ask'] = async (endpoint, input, callOptions) => {
    let options = callOptions
    const mended: ErrorCode[] = []
    for (;;) {
      const sent = session.read()?.token
      try {
        if (!sent || !renewsSession(endpoint)) return await client.ask(endpoint, input, options)
        return await session.renewing(async () => {
          const answer = await client.ask(endpoint, input, options)
          session.renew((answer.output as { token?: unknown } | null)?.token)
          return answer
        })
      } catch (error) {
        const canMend = error instanceof ApiError && sent && !mended.includes(error.code)
        if (canMend && (await isMended(endpoint, error, sent))) {
          mended.push(error.code)
          continue
        }
        const confirmedEnvironment = await askForProtected(error)
        if (confirmedEnvironment !== undefined) {
          options = { ...options, confirmedEnvironment }
          continue
        }
        report(endpoint, error, sent)
        throw error
      }
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
