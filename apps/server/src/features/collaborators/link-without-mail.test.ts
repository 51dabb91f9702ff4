// Without a mail server the inviter is shown the link, and no file on disk contains it.

import { sendVerification } from '@envhold/contract/accounts/account-settings.ts'
import { readSession } from '@envhold/contract/accounts/accounts.ts'
import { listInvitations } from '@envhold/contract/collaborators/invitations.ts'
import { beforeAll, expect, test } from 'vitest'
import { appForTests, forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { dumpFiles } from '../../../../../dev/world/dump-database.ts'
import { SecretSearch } from '../../../../../dev/world/find-secrets.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { seedEnvironment, variablesOf } from '../../../../../dev/world/seed-project.ts'
import { accept, invite } from '../../../../../dev/world/share-project.ts'
import { type Person, signUp } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'

forEachEngine((engine) => {
  const app = withApp(engine, { SMTP_URL: '' })
  let owner: Person
  beforeAll(async () => {
    owner = await signUp(app.url)
  })

  const verified = async ({ client }: Person) => (await client.call(readSession, {})).user.email_verified

  test('a copy of the data folder opens no environment, and the link does', async () => {
    const { projectId, id } = await seedEnvironment(owner, { TOKEN: 'a value for two' })
    const email = 'grace@example.com'
    const invited = await invite(app, owner, projectId, email, { environments: [id] })
    const half = invited.secret.split('_')[2]?.slice(0, 43) ?? ''
    expect(half).toHaveLength(43)
    const [mail] = (await mailsOf(app)).filter(({ template }) => template === 'invitation')
    expect(mail).toMatchObject({ to: email, link: `${app.ctx.config.publicUrl}/invite` })
    expect(mail?.text).toContain('The secret part of its link is omitted')
    const search = new SecretSearch([half])
    expect([...search.in(await dumpFiles(app)), ...search.in(Buffer.from(app.logged()))]).toEqual([])

    const grace = await signUp(app.url, { email, invitation: invited.secret })
    await accept(grace, invited)
    expect(await variablesOf(grace, id)).toEqual({ TOKEN: 'a value for two' })
  })

  test('a link that the inviter saw does not prove an e-mail address', async () => {
    const { projectId, id } = await seedEnvironment(owner, { TOKEN: 'for a squatter' })
    const email = 'victim@example.com'
    const invited = await invite(app, owner, projectId, email, { environments: [id] })
    const squatter = await signUp(app.url, { email, invitation: invited.secret })
    expect(await verified(squatter)).toBe(false)
    await accept(squatter, invited)
    expect(await verified(squatter)).toBe(false)
    expect((await squatter.client.call(listInvitations, {})).invitations).toEqual([])
  })

  test('a server that cannot send mail rejects e-mail verification and creates no token', async () => {
    const person = await signUp(app.url)
    expect((await person.client.call(readSession, {})).user).toMatchObject({
      email_verified: false,
      can_verify_email: false,
    })
    await expect(person.client.call(sendVerification, {})).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('sends no mail'),
    })
    expect(await app.ctx.db.selectFrom('mailed_tokens').selectAll().execute()).toEqual([])
    expect((await mailsOf(app)).filter(({ template }) => template === 'verify-email')).toEqual([])
  })
})

test('with registration by invitation, a handed-over link lets its recipient register', async () => {
  const app = await appForTests('sqlite', { SMTP_URL: '' })
  const owner = await signUp(app.url)
  const { projectId, id } = await seedEnvironment(owner, { A: '1' })
  const email = 'katherine@example.com'
  const invited = await invite(app, owner, projectId, email, { environments: [id] })
  Object.assign(app.ctx.config, { signUps: 'invited' })
  await expect(signUp(app.url, { email })).rejects.toMatchObject({ status: 403 })
  await accept(await signUp(app.url, { email, invitation: invited.secret }), invited)
  await app.stop()
})
