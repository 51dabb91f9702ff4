import { openVerification } from '@envhold/contract/accounts/account-settings.ts'
import { login, register } from '@envhold/contract/accounts/accounts.ts'
import { receiveWebhook } from '@envhold/contract/billing/payments.ts'
import { openInvitation } from '@envhold/contract/collaborators/invitations.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../dev/world/with-app.ts'

const email = 'ada@example.com'

/** Texts with U+0000 that the contract lets pass, because they are never stored. */
const calls = [
  [login.path, 401, { email: 'a\0@example.com', password: 'a\0', deviceToken: 'a\0' }],
  [register.path, 201, { email, password: 'long password', invitation: 'a\0.b' }],
  [login.path, 200, { email, password: 'long password', deviceToken: 'a\0' }],
  [openVerification.path, 404, { token: 'a\0.b' }],
  [openInvitation.path, 404, { secret: 'a\0.b' }],
  [receiveWebhook.path.replace('{provider}', 'a%00'), 404, {}],
] as const

forEachEngine((engine) => {
  const app = withApp(engine)

  test.each(calls)('%s answers a text with U+0000 with %d', async (path, status, body) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await app.fetch(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status).toBe(status)
  })
})
