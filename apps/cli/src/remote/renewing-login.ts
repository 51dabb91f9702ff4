import { clientTimeoutMs } from '@envhold/contract/limits.ts'
import type { FoundToken } from './connection.ts'

const rejected = 401

/**
 * Repeats a call under a new token if the server rejects the old one before it has accepted it once: a rejected call
 * did nothing. Later rejections are errors, because by then a command is half done, or another program runs.
 */
export function renewingLogin(
  send: typeof fetch,
  found: FoundToken,
  logIn: () => Promise<FoundToken | null>,
): { readonly send: typeof fetch; readonly current: () => FoundToken } {
  let current = found
  let isAccepted = false
  let renewal: Promise<boolean> | undefined
  // Calls that run side by side share one login.
  const renew = () => {
    renewal ??= logIn().then((made) => {
      if (made) current = made
      return made !== null
    })
    return renewal
  }
  const authorized = (init: RequestInit | undefined): RequestInit => ({
    ...init,
    headers: {
      ...(init?.headers as Record<string, string>),
      authorization: `Bearer ${current.token.secret}`,
    },
  })
  return {
    current: () => current,
    send: async (address, init) => {
      const answer = await send(address, current === found ? init : authorized(init))
      if (answer.ok) isAccepted = true
      if (answer.status !== rejected || isAccepted || !(await renew())) return answer
      // The time of the first try is over by now.
      return await send(address, { ...authorized(init), signal: AbortSignal.timeout(clientTimeoutMs) })
    },
  }
}
