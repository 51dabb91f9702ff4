import {
  changeMasterPassword,
  recoverMasterPassword,
  setUpMasterPassword,
} from '@envhold/contract/keyring/keyring.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'

forEachEngine((engine) => {
  const app = withApp(engine)

  const mailedTo = async (address: string) => (await mailsOf(app)).filter(({ to }) => to === address)
  const namesMailedTo = async (address: string) =>
    (await mailedTo(address)).map(({ template }) => template).filter((name) => name !== 'verify-email')

  test('mails users about changes to their keys, and never mails a secret', async () => {
    const person = await addPerson(app, { masterPassword: null })
    const { client, email } = person
    const set = await client.call(setUpMasterPassword, { body: { masterPassword: 'first secret' } })
    expect(await namesMailedTo(email)).toEqual(['master-password-set'])

    await client.call(changeMasterPassword, {
      body: { currentMasterPassword: 'first secret', newMasterPassword: 'second secret' },
    })
    expect(await namesMailedTo(email)).toEqual(['master-password-set', 'master-password-changed'])

    const recovered = await client.call(recoverMasterPassword, {
      body: { recoveryKey: set.recoveryKey, newMasterPassword: 'third secret' },
    })
    expect((await namesMailedTo(email)).slice(2).sort()).toEqual([
      'master-password-recovered',
      'recovery-key-used',
    ])

    const leaked = await client.call(changeMasterPassword, {
      body: { currentMasterPassword: 'third secret', newMasterPassword: 'fourth secret', leaked: true },
    })
    expect((await namesMailedTo(email)).slice(4)).toEqual(['master-password-leaked'])
    for (const { text } of (await mailedTo(email)).slice(-3)) expect(text).toContain('select Start empty')

    const said = (await mailedTo(email)).map(({ text, html, subject }) => text + html + subject).join('\n')
    const secrets = ['first', 'second', 'third', 'fourth'].map((which) => `${which} secret`)
    for (const secret of [...secrets, set.recoveryKey, recovered.recoveryKey, leaked.recoveryKey ?? '-'])
      expect(said).not.toContain(secret)
    expect(app.logged()).not.toContain(email)
  })

  test('a rejected change sends no mail', async () => {
    const { client, email } = await addPerson(app)
    const before = await namesMailedTo(email)
    const body = { currentMasterPassword: 'a wrong one', newMasterPassword: 'second secret' }
    await expect(client.call(changeMasterPassword, { body })).rejects.toThrow()
    expect(await namesMailedTo(email)).toEqual(before)
  })
})
