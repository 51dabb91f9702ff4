import { type Client, createClient } from '@envhold/client/client.ts'
import { clientTimeoutMs } from '@envhold/contract/limits.ts'
import type { Token } from '../config/credentials.ts'
import type { ProjectFile } from '../config/project-file.ts'
import { readSettings } from '../config/settings.ts'
import { waitText } from '../output/ago.ts'
import { createOutput } from '../output/output.ts'

/** A token opens environments without Argon2id, so no call waits for its turn. */
export const clientFor = (
  server: string,
  token: Token,
  send: typeof fetch,
  timeoutMs = clientTimeoutMs,
): Client =>
  createClient({
    server,
    fetch: warnFormerName(warnNearLimit(send)),
    headers: () => ({ authorization: `Bearer ${token.secret}` }),
    timeoutMs,
  })

const formerName = /former-name: ([\w-]{1,50}) is now ([\w-]{1,50}) and ends on (\d{4}-\d\d-\d\d)$/
const warned = new Set<string>()

/** Warns on stderr, once for each, about a name of an environment that ends soon because it was renamed. */
const warnFormerName =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    const response = await send(...request)
    const [, former, name, day] = formerName.exec(response.headers.get('x-envhold-warnings') ?? '') ?? []
    if (former === undefined || day === undefined || warned.has(former)) return response
    warned.add(former)
    const end = new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
    createOutput(readSettings(), false).warn(
      `The environment "${former}" is now called "${name}". This name ends on ${end}.`,
    )
    return response
  }

const nearShare = 0.8
const tooMany = 429
let quietUntil = 0

function warn({ status, headers }: Response): void {
  const numberOf = (name: string) => Number(headers.get(`ratelimit-${name}`) ?? Number.NaN)
  const [limit, remaining, reset] = [numberOf('limit'), numberOf('remaining'), numberOf('reset')]
  const used = limit - remaining
  // A rejected call has its own message. Comparing with NaN is false: no headers, no warning.
  if (status === tooMany || !(used >= limit * nearShare) || Date.now() < quietUntil) return
  quietUntil = Date.now() + 1_000 * Math.min(reset, 3_600)
  createOutput(readSettings(), false).warn(
    `${used.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')} calls are used; the limit resets in ${waitText(reset)}.`,
  )
}

/**
 * Warns on stderr when 80 % of a token's calls are used: once per command, and once an hour in one that keeps
 * running.
 */
const warnNearLimit =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    const response = await send(...request)
    warn(response)
    return response
  }

/** A token, and where it comes from. */
export interface FoundToken {
  readonly token: Token
  readonly tokenFrom: 'ENVHOLD_TOKEN' | 'keychain' | 'file'
}

export interface Connection extends FoundToken {
  readonly server: string
  readonly client: Client
  readonly send: typeof fetch
  readonly file: ProjectFile | null
  /** ENVHOLD_PROJECT and ENVHOLD_ENV. */
  readonly named: { readonly project: string | null; readonly environment: string | null }
}
