import { type Client, createClient } from '@envhold/client/client.ts'
import { clientTimeoutMs } from '@envhold/contract/limits.ts'
import type { Token } from '../config/token.ts'
import { warnFormerName } from './warn-former-name.ts'
import { warnNearLimit } from './warn-near-limit.ts'

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
