import { changePassword, login, register } from '@envhold/contract/accounts/accounts.ts'
import { expect, test } from 'vitest'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { commonPasswords } from './require-good-password.ts'

const app = withApp('sqlite')
const good = 'correct horse'
const common = 'This is one of the most common passwords. Choose another one.'
const personal =
  'This is your e-mail address, your username or the name of this service. Choose another password.'

test('the list has thousands of passwords of the minimum length', async () => {
  const list = await commonPasswords()
  expect([...list].filter((password) => password.length === 8).length).toBeGreaterThanOrEqual(3_000)
  expect([...list].every((password) => [...password].length >= 8)).toBe(true)
})

test.each([
  ['password', common],
  ['PassWord', common],
  ['1qaz2wsx', common],
  ['grace.hopper@example.com', personal],
  ['Grace.Hopper1906!', personal],
  ['admiral-99', personal],
  ['Envhold2026', personal],
  ['example.com', personal],
])('nobody registers or changes to a password that is guessed first: %s', async (password, message) => {
  const email = 'grace.hopper@example.com'
  const rejection = { code: 'VALIDATION_FAILED', status: 400, message }
  await expect(
    app.as().call(register, { body: { email, username: 'admiral', password } }),
  ).rejects.toMatchObject({ ...rejection, details: [{ path: 'password', message }] })
  const { token } = await app
    .as()
    .call(register, { body: { email, username: 'admiral', password: good } })
    .catch(() => app.as().call(login, { body: { email, password: good } }))
  const change = { currentPassword: good, newPassword: password }
  await expect(app.as({ token }).call(changePassword, { body: change })).rejects.toMatchObject({
    ...rejection,
    details: [{ path: 'newPassword', message }],
  })
})

test.each(['my password is long', 'envhold holds my variables', '🦊🐻🐼🐨🐯🦁🐮🐷', '        '])(
  'a password that only contains a common one is accepted: %s',
  async (password) => {
    const email = `someone-${password.length}@example.org`
    await app.as().call(register, { body: { email, password } })
    await app.as().call(login, { body: { email, password } })
  },
)
