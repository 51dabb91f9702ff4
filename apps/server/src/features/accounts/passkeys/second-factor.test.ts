import { readSession } from '@envhold/contract/accounts/accounts.ts'
import {
  completeWithPasskey,
  startPasskeySecondFactor,
} from '@envhold/contract/accounts/passkey-authentication.ts'
import type { AuthMethod } from '@envhold/contract/accounts/step-up.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPasskey, type WithPasskey } from '../../../../../../dev/world/add-passkey.ts'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { findUser } from '../../users/user-store.ts'
import { issueTicket } from '../second-factor/tickets.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  beforeEach(() => app.ctx.db.deleteFrom('attempts').execute())

  const owner = async () => addPasskey(app, await addPerson(app, { masterPassword: null }))
  const ticketFor = async ({ person }: WithPasskey, methods: readonly AuthMethod[] = ['passkey', 'totp']) => {
    const user = await findUser(app.ctx, person.userId)
    if (!user) throw new Error('missing')
    const origin = { ip: '127.0.0.1', userAgent: 'test', requestId: 'test' }
    return await issueTicket(app.ctx, { user, method: 'password', device: undefined, origin }, methods)
  }
  const start = async (ticket: string) =>
    (await app.as().call(startPasskeySecondFactor, { body: { ticket } })).options

  test('a passkey completes a sign-in, once', async () => {
    const one = await owner()
    const ticket = await ticketFor(one)
    const options = await start(ticket)
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([one.authenticator.id])
    const body = { ticket, response: one.authenticator.get(options) }
    const { token } = await app.as().call(completeWithPasskey, { body })
    expect((await app.as({ token }).call(readSession, {})).user.id).toBe(one.person.userId)
    await expect(app.as().call(completeWithPasskey, { body })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test("another account's passkey, and the challenge of another ticket, do not", async () => {
    const [one, two] = [await owner(), await owner()]
    const [ticket, second] = [await ticketFor(one), await ticketFor(one)]
    const options = await start(ticket)
    const refused = { code: 'INVALID_CREDENTIALS' }
    const complete = (ticket: string, who: WithPasskey) =>
      app.as().call(completeWithPasskey, { body: { ticket, response: who.authenticator.get(options) } })
    await expect(complete(second, one)).rejects.toMatchObject(refused)
    await expect(complete(ticket, two)).rejects.toMatchObject(refused)
    await expect(complete(await ticketFor(one, ['totp']), one)).rejects.toMatchObject(refused)
  })
})
