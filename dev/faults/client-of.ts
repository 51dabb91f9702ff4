import { type Client, createClient } from '@envhold/client/client.ts'
import type { Person } from '../world/sign-up.ts'

/** A person's session on any node. */
export function clientOf(server: string, { token, masterPassword = '' }: Person): Client {
  const headers = {
    authorization: `Bearer ${token}`,
    'x-master-password': encodeURIComponent(masterPassword),
  }
  return createClient({ server, headers: () => headers, timeoutMs: 30_000 })
}
