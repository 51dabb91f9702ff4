import { login, logout, readSession, readUserStatus } from '@envhold/contract/accounts/accounts.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { approveUser } from '@envhold/contract/operator/users.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { codeOfEmpty } from '../../../../../../dev/world/sample-inputs/empty-request.ts'
import { seedEnvironment } from '../../../../../../dev/world/seed-project.ts'
import { invite } from '../../../../../../dev/world/share-project.ts'
import { signUp } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'

const ofAccount = everyEndpoint.filter(({ audience }) => !['anyone', 'api-key', 'webhook'].includes(audience))

forEachEngine((engine) => {
  const app = withApp(engine, { SIGN_UPS: 'approval' })
  // The first account: it is active, and sets a master password.
  const operator = withPerson(app)

  test('a new account waits, and reads only that it does', async () => {
    const person = await addPerson(app, { masterPassword: null })
    const open: string[] = []
    for (const endpoint of ofAccount) {
      if (endpoint.name === 'logout') continue
      const code = await codeOfEmpty(app, endpoint, { token: person.token })
      if (code !== 'ACCOUNT_PENDING') open.push(endpoint.name)
    }
    expect(open).toEqual(['readUserStatus'])
    await person.client.call(logout, {})
    const { token } = await app.as().call(login, { body: { email: person.email, password: person.password } })
    expect(await app.as({ token }).call(readUserStatus, {})).toMatchObject({ userStatus: 'PENDING' })
    expect((await mailsOf(app)).filter(({ to }) => to === person.email)).toEqual([])
    await operator.client.call(approveUser, { params: { id: person.userId } })
    await app.as({ token }).call(readSession, {})
  })

  test('an invited account does not wait', async () => {
    const { projectId, id } = await seedEnvironment(operator)
    const email = 'guest@example.com'
    const { secret } = await invite(app, operator, projectId, email, { environments: [id] })
    const guest = await signUp(app.url, { email, invitation: secret, masterPassword: null })
    expect(await guest.client.call(readUserStatus, {})).toMatchObject({ userStatus: 'ACTIVE' })
  })
})
