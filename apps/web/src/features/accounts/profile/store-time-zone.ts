import { updateProfile } from '@envhold/contract/accounts/account-settings.ts'
import type { Connection } from '../../../connection/connection.ts'
import { sessionStateKey } from '../../../connection/session/load-session.ts'

export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

export async function storeTimeZone({ api, queries }: Pick<Connection, 'api' | 'queries'>): Promise<void> {
  const { user } = await api.call(updateProfile, { body: { time_zone: browserTimeZone() } })
  queries.setQueryData(sessionStateKey, { status: 'ready', account: user })
}
