import { readUserStatus, type SignUpMode } from '@envhold/contract/accounts/accounts.ts'
import { finishProviderSignIn } from '@envhold/contract/accounts/identity-provider.ts'
import { afterEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { goToProvider } from '../../../../../../dev/world/identity-provider/at-provider.ts'
import { newPerson, withProvider } from '../../../../../../dev/world/identity-provider/with-provider.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { transact } from '../../audit-log/tx.ts'
import { setSignUps } from '../../operator/instance-settings/set-settings.ts'
import { approveUser } from '../../operator/users/user-actions.ts'

const byServer = { userId: null, origin: null }

forEachEngine((engine) => {
  const app = withApp(engine)
  const idp = withProvider(app)
  const choose = (mode: SignUpMode | null) => transact(app.ctx, byServer, (tx) => setSignUps(tx, mode))
  const finish = async (callback = goToProvider(app)) =>
    app.as().call(finishProviderSignIn, { body: await callback })
  const statusOf = async ({ token }: { readonly token: string }) =>
    (await app.as({ token }).call(readUserStatus, {})).userStatus
  afterEach(() => choose(null))

  test('with approval, the account of a first sign-in waits for an operator', async () => {
    idp.person = newPerson()
    await choose('approval')
    const first = await finish()
    expect(await statusOf(first)).toBe('PENDING')
    const second = await finish()
    expect(second.data.user.id).toBe(first.data.user.id)
    expect(await statusOf(second)).toBe('PENDING')
    await transact(app.ctx, byServer, (tx) => approveUser(tx, first.data.user.id))
    expect(await statusOf(second)).toBe('ACTIVE')
  })

  test('a sign-in that began before the change creates an account only if the new mode allows it', async () => {
    for (const [mode, message] of [
      ['closed', /this server creates none/],
      ['invited', /New accounts need an invitation/],
    ] as const) {
      idp.person = newPerson()
      const callback = goToProvider(app)
      await callback
      await choose(mode)
      await expect(finish(callback)).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringMatching(message),
      })
      await choose(null)
    }
    const callback = goToProvider(app)
    await callback
    await choose('approval')
    expect(await statusOf(await finish(callback))).toBe('PENDING')
  })

  test('accounts that exist sign in while sign-ups are closed', async () => {
    idp.person = newPerson()
    const { data } = await finish()
    await choose('closed')
    expect((await finish()).data.user.id).toBe(data.user.id)
  })
})
