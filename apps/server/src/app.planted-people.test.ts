// What a user with an account and write access to the database tries: to be taken for someone else in rows that name
// users, and to make the server act in its own name.

import { sendVerification, verifyEmail } from '@envhold/contract/accounts/account-settings.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import { deleteApiKey } from '@envhold/contract/api-keys.ts'
import { inviteCollaborator, removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { parseToken, tokenSeed } from '@envhold/integrity/token.ts'
import { openGrant } from '@envhold/vault/grant.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { beforeEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../dev/world/events-of.ts'
import { mailsOf } from '../../../dev/world/mails.ts'
import {
  seedApiKey,
  seedEnvironment,
  seedPersonalToken,
  seedProject,
} from '../../../dev/world/seed-project.ts'
import { accept, invite, markEmailVerified, shareProject } from '../../../dev/world/share-project.ts'
import { type Person, signUp } from '../../../dev/world/sign-up.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import { withPerson } from '../../../dev/world/with-person.ts'
import { withEnvironment } from '../../../dev/world/with-project.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const shop = withEnvironment(owner)
  let attacker: Person
  beforeEach(async () => {
    attacker = await signUp(app.url)
  })

  const change = ({ userId }: Person, set: object) =>
    app.ctx.db.updateTable('users').set(set).where('id', '=', userId).execute()
  const violations = async () =>
    (await activityOf(app)).filter(({ event_type }) => event_type === 'security_violation')
  const grantsOf = (kind: 'user' | 'personal-token', principal: string) =>
    app.ctx.db
      .selectFrom('grants')
      .selectAll()
      .where('kind', '=', kind)
      .where('principal', '=', principal)
      .execute()

  test('a username that is another user’s e-mail address gets none of the keys sealed to that address', async () => {
    await markEmailVerified(app, attacker)
    const { id, token } = await seedPersonalToken(attacker)
    const email = `victim-${attacker.userId}@example.com`
    await change(attacker, { username: email, username_canonical: email })
    const { invitation } = await owner.client.call(inviteCollaborator, {
      params: { id: shop.projectId },
      body: { email, role: 'read', environments: [shop.id] },
    })
    expect(invitation.email).toBe(email)
    const keyPair = keyPairFromSeed(tokenSeed(parseToken(token, 'ppt')))
    const epochs = await app.ctx.db.selectFrom('environment_epochs').selectAll().execute()
    const opened = (await grantsOf('personal-token', id)).map(({ environment_id, epoch, sealed }) => {
      const keyId = epochs.find(
        (epochRow) => epochRow.environment_id === environment_id && epochRow.epoch === epoch,
      )?.key_id
      const at = {
        project: shop.projectId,
        environment: environment_id,
        epoch,
        keyId: keyId ?? Buffer.alloc(32),
      }
      return openGrant(keyPair, at, { kind: 'personal-token', id }, sealed)
    })
    expect(opened).toEqual([])
    expect(await grantsOf('user', String(attacker.userId))).toEqual([])
  })

  test('the verification of an e-mail address goes to that address', async () => {
    const address = attacker.email
    await change(attacker, { email: 'attacker@example.net' })
    await attacker.client.call(sendVerification, {}).catch(() => {})
    const mails = (await mailsOf(app)).filter(({ to }) => to === 'attacker@example.net')
    for (const { link } of mails)
      await attacker.client.call(verifyEmail, { body: { token: link?.split('#')[1] ?? '' } })
    const row = await app.ctx.db
      .selectFrom('users')
      .select(['email_canonical', 'email_verified_at'])
      .where('id', '=', attacker.userId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ email_canonical: address, email_verified_at: null })
    expect(mails).toEqual([])
    expect((await violations()).at(-1)?.description).toContain(`A row of users (${attacker.userId}) `)
  })

  test('mails about a collaborator do not go to a planted e-mail address', async () => {
    const member = await signUp(app.url)
    await markEmailVerified(app, member)
    await shareProject(app, owner, shop.projectId, member, { environments: [shop.id] })
    await change(member, { email: 'somebody-else@example.net' })
    await owner.client
      .call(removeCollaborator, { params: { id: shop.projectId, userId: member.userId } })
      .catch(() => {})
    expect((await mailsOf(app)).filter(({ to }) => to === 'somebody-else@example.net')).toEqual([])
    await change(member, { email: member.email })
  })

  test('a user who spells their own address differently is still notified', async () => {
    const email = `Spelled.${attacker.userId}@Example.com`
    const spelled = await signUp(app.url, { email })
    const told = (await mailsOf(app)).map(({ to }) => to.toLowerCase())
    expect(told.filter((to) => to === email.toLowerCase())).toHaveLength(2)
    await app.as().call(login, { body: { email: email.toLowerCase(), password: spelled.password } })
    await spelled.client.call(sendVerification, {})
  })

  test.each([
    ['planted', { template: 'role-changed', recipient: 'victim@example.net' }],
    ['sent to somebody else', { recipient: 'victim@example.net' }],
    ['with other words', { variables: '{"project":"Sign in at example.net","person":"Your bank"}' }],
    ['of another kind', { template: 'invitation-declined' }],
  ])('a queued mail %s is not sent, and the log says so', async (_, changed) => {
    await markEmailVerified(app, attacker)
    const invited = await invite(app, owner, shop.projectId, attacker.email, { environments: [shop.id] })
    const before = (await mailsOf(app)).length
    const logged = app.logged().length
    await accept(attacker, invited)
    const queued = await app.ctx.db.selectFrom('mail_queue').selectAll().execute()
    expect(queued).toHaveLength(1)
    await app.ctx.db.updateTable('mail_queue').set(changed).execute()
    expect(await mailsOf(app)).toHaveLength(before)
    expect(await app.ctx.db.selectFrom('mail_queue').selectAll().execute()).toEqual([])
    expect(app.logged().slice(logged)).toContain('"table":"mail_queue"')
  })

  test('an environment is not returned under the name of another', async () => {
    const { project, ids } = await seedProject(owner, 'production', 'staging')
    const { production, staging } = ids
    const { apiKey } = await seedApiKey(owner, project.id)
    const rename = (id: number | undefined, name_canonical: string) =>
      app.ctx.db
        .updateTable('environments')
        .set({ name_canonical })
        .where('id', '=', id ?? 0)
        .execute()
    await rename(production, 'elsewhere')
    await rename(staging, 'production')
    const answer = await app.fetch(`/api/v1/inject/${project.id}/production`, {
      headers: { 'x-api-key': apiKey },
    })
    expect(answer.status).toBe(500)
    expect((await violations()).at(-1)?.description).toContain(`A row of environments (${staging}) `)
  })

  test('an API key that was just deleted and restored reads nothing from the server’s caches', async () => {
    const { projectId, id } = await seedEnvironment(owner)
    const key = await seedApiKey(owner, projectId)
    const inject = () =>
      app.fetch(`/api/v1/inject/${projectId}/${id}`, { headers: { 'x-api-key': key.apiKey } })
    expect((await inject()).status).toBe(200)
    const row = await app.ctx.db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', key.id)
      .executeTakeFirstOrThrow()
    await app.as({ token: owner.token }).call(deleteApiKey, { params: { id: projectId, keyId: key.id } })
    await app.ctx.db.insertInto('api_keys').values(row).execute()
    expect((await inject()).status).toBe(500)
    expect((await violations()).at(-1)?.description).toContain(`A row of api_keys (${key.id}) `)
  })

  test('a removed collaborator who hides a pending re-key cannot read what is written next', async () => {
    const member = await signUp(app.url)
    await markEmailVerified(app, member)
    await shareProject(app, owner, shop.projectId, member, { environments: [shop.id] })
    const head = () =>
      app.ctx.db.selectFrom('environments').selectAll().where('id', '=', shop.id).executeTakeFirstOrThrow()
    const before = await head()
    await app
      .as({ token: owner.token })
      .call(removeCollaborator, { params: { id: shop.projectId, userId: member.userId } })
    expect((await head()).rekey_pending).toBe(1)
    const { rekey_pending, mac } = before
    await app.ctx.db
      .updateTable('environments')
      .set({ rekey_pending, mac })
      .where('id', '=', shop.id)
      .execute()
    const body = { variables: { LATER: 'secret' }, mode: 'merge' as const }
    await owner.client.call(writeVariables, { params: { id: shop.id }, body })
    expect((await head()).epoch).toBe(before.epoch + 1)
    expect(await grantsOf('user', String(member.userId))).toEqual([])
  })
})
