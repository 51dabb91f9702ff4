import {
  changeMasterPassword,
  recoverMasterPassword,
  renewRecoveryKey,
  validateMasterPassword,
} from '@envhold/contract/keyring/keyring.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { eventsDuring } from '../../../../../../dev/world/events-of.ts'
import { type Person, signUp } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'

forEachEngine((engine) => {
  const app = withApp(engine)

  const renew = ({ client }: Person, masterPassword = 'master pässword') =>
    client.call(renewRecoveryKey, { body: { masterPassword } })
  const recover = ({ client }: Person, recoveryKey: string) =>
    client.call(recoverMasterPassword, { body: { recoveryKey, newMasterPassword: 'another one' } })

  test('the new recovery key opens the vault, the old one does not, and the master password stays', async () => {
    const person = await signUp(app.url)
    let recoveryKey = ''
    const events = await eventsDuring(app, async () => {
      recoveryKey = (await renew(person)).recoveryKey
    })
    expect(events).toEqual(['recovery_key_renewed'])
    expect(recoveryKey).not.toBe(person.recoveryKey)
    await expect(recover(person, person.recoveryKey ?? '')).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    const body = { masterPassword: 'master pässword' }
    expect(await person.client.call(validateMasterPassword, { body })).toEqual({ valid: true })
    await recover(person, recoveryKey)
  })

  test('requires the master password', async () => {
    const person = await signUp(app.url)
    await expect(renew(person, 'wrong')).rejects.toMatchObject({ code: 'INVALID_MASTER_PASSWORD' })
    await recover(person, person.recoveryKey ?? '')
    const without = await signUp(app.url, { masterPassword: null })
    await expect(renew(without)).rejects.toMatchObject({ code: 'MASTER_PASSWORD_REQUIRED' })
  })

  test('no concurrent change restores the old recovery key', async () => {
    const person = await signUp(app.url)
    const newMasterPassword = 'changed meanwhile'
    const [first, second, changed] = await Promise.allSettled([
      renew(person),
      renew(person),
      person.client.call(changeMasterPassword, {
        body: { currentMasterPassword: 'master pässword', newMasterPassword },
      }),
    ])
    const keys = [first, second].flatMap((result) =>
      result.status === 'fulfilled' ? [result.value.recoveryKey] : [],
    )
    for (const one of [first, second, changed])
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'INVALID_MASTER_PASSWORD' })
    expect(keys).not.toEqual([])
    await expect(recover(person, person.recoveryKey ?? '')).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    const opened = await Promise.allSettled(keys.map((key) => recover(person, key)))
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
