import { login } from '@envhold/contract/accounts/accounts.ts'
import { updateApiKey } from '@envhold/contract/api-keys.ts'
import { removeCollaborator, updateInvitation } from '@envhold/contract/collaborators/collaborators.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import * as contract from '@envhold/contract/projects/transfers.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../../../../dev/world/change-plan.ts'
import { activityOf, eventsDuring } from '../../../../../../dev/world/events-of.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { seedApiKey, seedProject, variablesOf } from '../../../../../../dev/world/seed-project.ts'
import { accept, invite, shareProject } from '../../../../../../dev/world/share-project.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { verifyEverything } from '../../../verify/verify-everything.ts'
import { deletePermanently } from '../../accounts/delete-permanently.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { emptyVault } from '../../grants/empty-vault.ts'
import { changePrincipal } from '../../keyring/principal-store.ts'
import { requireUser, type User } from '../../users/user-store.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  beforeAll(async () => {
    // The first on an instance is its operator, whom no plan limits.
    await addPerson(app)
    await changePlan(app, 'starter', { max_projects: -1, max_collaborators: -1 })
  })

  /** A project after its transfer, with an API key and an open invitation of the former owner. */
  const seedTransferred = async () => {
    const [former, owner] = [await addPerson(app), await addPerson(app)]
    const { project, ids } = await seedProject(former, 'production', 'staging')
    const { id } = project
    const { production, staging } = ids
    await shareProject(app, former, id, owner, { environments: [production, staging] })
    const key = await seedApiKey(former, id)
    const email = `invited-${id}@example.com`
    const invitation = await invite(app, former, id, email, { environments: [staging] })
    const body = { user_id: owner.userId, remaining_role: 'write' } as const
    await former.client.call(contract.offerProjectTransfer, { params: { id }, body })
    await owner.client.call(contract.acceptProjectTransfer, { params: { id } })
    return { former, owner, id, production, staging, key, email, invitation }
  }
  type Transferred = Awaited<ReturnType<typeof seedTransferred>>

  const inTx = (work: (tx: Tx) => Promise<unknown>) => transact(app.ctx, { userId: null, origin: null }, work)
  const onAccount = ({ userId }: Transferred['former'], work: (tx: Tx, user: User) => Promise<unknown>) =>
    inTx(async (tx) => {
      await tx.lock([userId])
      await work(tx, await requireUser(tx, userId))
    })
  const remove = ({ former, id }: Transferred, by = former) =>
    by.client.call(removeCollaborator, { params: { id, userId: former.userId } })
  const deleteFormer = ({ former }: Transferred) =>
    onAccount(former, (tx, user) => deletePermanently(tx, user, 'Deleted'))
  const emptyFormer = ({ former }: Transferred) => onAccount(former, emptyVault)
  const inject = async ({ id, key }: Transferred, environment: string) =>
    (await fetch(`${app.url}/api/v1/inject/${id}/${environment}`, { headers: headersOf(key) })).status

  const endings: readonly (readonly [string, (transferred: Transferred) => Promise<unknown>])[] = [
    ['deletes the account', deleteFormer],
    ['starts an empty vault', emptyFormer],
    ['is removed', (transferred) => remove(transferred, transferred.owner)],
    ['leaves', (transferred) => remove(transferred)],
  ]
  test.each(endings)('API keys and open invitations work after the former owner %s', async (_, end) => {
    const transferred = await seedTransferred()
    const { owner, id, production, staging, key, email, invitation } = transferred
    const events = await eventsDuring(app, async () => {
      await end(transferred)
      expect(await inject(transferred, 'production')).toBe(200)
      await owner.client.call(createEnvironment, { params: { projectId: id }, body: { name: 'later' } })
      expect(await inject(transferred, 'later')).toBe(200)
      const environments = [production, staging]
      await owner.client.call(updateInvitation, { params: { id }, body: { email, environments } })
      const invited = await addPerson(app, { email })
      await accept(invited, invitation)
      for (const environment of environments) expect(await variablesOf(invited, environment)).toEqual({})
      const body = { environment_access: [String(staging)] }
      await owner.client.call(updateApiKey, { params: { id, keyId: key.id }, body })
      expect([await inject(transferred, 'staging'), await inject(transferred, 'later')]).toEqual([200, 404])
    })
    expect(events).not.toContain('security_violation')
    const opened = { db: app.ctx.db, engine, secrets: app.ctx.secrets }
    expect(await verifyEverything(opened, [], () => {})).toBe(0)
  })

  test.each([
    ['deletes the account', deleteFormer],
    ['starts an empty vault', emptyFormer],
  ])('API keys of an earlier transfer work after the former owner %s', async (_, end) => {
    const transferred = await seedTransferred()
    const { former, key } = transferred
    await inTx((tx) => changePrincipal(tx, { kind: 'api-key', id: key.id }, { user_id: former.userId }))
    await end(transferred)
    expect(await inject(transferred, 'production')).toBe(200)
  })

  test('who leaves at the same time is reported to the owner of that time', async () => {
    const [former, owner, other] = [await addPerson(app), await addPerson(app), await addPerson(app)]
    const { project, ids } = await seedProject(former, 'production')
    const { id } = project
    for (const person of [owner, other])
      await shareProject(app, former, id, person, { environments: [ids.production] })
    const body = { user_id: owner.userId, remaining_role: 'none' } as const
    await former.client.call(contract.offerProjectTransfer, { params: { id }, body })
    // Unlocking takes a while in a new session.
    const { token } = await app.as().call(login, { body: { email: other.email, password: other.password } })
    await Promise.all([
      app
        .as({ token, masterPassword: other.masterPassword ?? '' })
        .call(removeCollaborator, { params: { id, userId: other.userId } }),
      owner.client.call(contract.acceptProjectTransfer, { params: { id } }),
    ])
    const order = (await activityOf(app)).flatMap(({ event_type, project_id }) =>
      project_id === id && ['user_left', 'project_transferred'].includes(event_type) ? [event_type] : [],
    )
    const emails = (await mailsOf(app)).flatMap(({ template, to }) =>
      template === 'collaborator-left' ? [to] : [],
    )
    const [reported, unaware] = order[0] === 'user_left' ? [former, owner] : [owner, former]
    expect(emails).toContain(reported.email)
    expect(emails).not.toContain(unaware.email)
  })
})
