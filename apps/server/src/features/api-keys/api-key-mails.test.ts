import { deleteApiKey, updateApiKey } from '@envhold/contract/api-keys.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { seedApiKey, seedProject } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { listExpiringApiKeys, markExpiryNotified } from './api-key-store.ts'
import { sweepExpiringApiKeys } from './sweep-api-keys.ts'

const dayMs = 86_400_000

forEachEngine((engine) => {
  const app = withApp(engine)

  const mailsAboutKeys = async (address: string) =>
    (await mailsOf(app)).filter(({ to, template }) => to === address && template.startsWith('api-key-'))
  const inDays = (days: number) => new Date(app.ctx.clock() + days * dayMs).toISOString()
  const expiryMails = async (address: string) =>
    (await mailsAboutKeys(address)).filter(({ template }) => template === 'api-key-expiring')

  test('mails the owner once when a key is created, and once when it is deleted', async () => {
    const owner = await addPerson(app)
    const { project } = await seedProject(owner, 'production')
    const { id, apiKey } = await seedApiKey(owner, project.id, { name: 'Deploy' })
    expect(await mailsAboutKeys(owner.email)).toMatchObject([{ template: 'api-key-created' }])
    await owner.client.call(deleteApiKey, { params: { id: project.id, keyId: id } })
    const mails = await mailsAboutKeys(owner.email)
    expect(mails.map(({ template }) => template)).toEqual(['api-key-created', 'api-key-deleted'])
    for (const { text } of mails) {
      expect(text).toContain('Deploy')
      expect(text).toContain(owner.username)
      expect(text).not.toContain(apiKey.slice(0, 17))
    }
  })

  test('mails about a key that expires within a week, and again after its expiry was changed', async () => {
    const owner = await addPerson(app)
    const { project } = await seedProject(owner, 'production')
    const { id } = await seedApiKey(owner, project.id, { name: 'Yearly', expires_at: inDays(10) })
    await seedApiKey(owner, project.id, { name: 'For an hour', expires_at: inDays(1) })
    await sweepExpiringApiKeys(app.ctx)
    expect(await expiryMails(owner.email)).toEqual([])

    app.advance(4 * dayMs)
    await Promise.all([sweepExpiringApiKeys(app.ctx), sweepExpiringApiKeys(app.ctx)])
    expect(await sweepExpiringApiKeys(app.ctx)).toBe(0)
    const mails = await expiryMails(owner.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Yearly')

    const params = { id: project.id, keyId: id }
    await owner.client.call(updateApiKey, { params, body: { expires_at: inDays(20) } })
    await sweepExpiringApiKeys(app.ctx)
    expect(await expiryMails(owner.email)).toHaveLength(1)
    app.advance(14 * dayMs)
    await sweepExpiringApiKeys(app.ctx)
    expect(await expiryMails(owner.email)).toHaveLength(2)
  })

  test('names all keys of an owner that expire in one mail', async () => {
    const owner = await addPerson(app)
    const { project } = await seedProject(owner, 'production')
    for (const name of ['Deploy', 'Nightly build', 'Preview'])
      await seedApiKey(owner, project.id, { name, expires_at: inDays(10) })
    app.advance(4 * dayMs)
    await sweepExpiringApiKeys(app.ctx)
    const mails = await expiryMails(owner.email)
    expect(mails).toMatchObject([{ subject: expect.stringContaining('3 API keys expire') }])
    for (const name of ['Deploy', 'Nightly build', 'Preview']) expect(mails[0]?.text).toContain(name)
    expect(await sweepExpiringApiKeys(app.ctx)).toBe(0)
  })

  test('a key that is extended while the mails are queued is not marked as mailed', async () => {
    const owner = await addPerson(app)
    const { project } = await seedProject(owner, 'production')
    const { id } = await seedApiKey(owner, project.id, { expires_at: inDays(10) })
    app.advance(4 * dayMs)
    const listed = await listExpiringApiKeys(app.ctx.db, app.ctx.clock(), 7 * dayMs)
    const params = { id: project.id, keyId: id }
    await owner.client.call(updateApiKey, { params, body: { expires_at: inDays(20) } })
    const marked = listed
      .filter((key) => key.id === id)
      .map((key) => inTransaction(app.ctx, (tx) => markExpiryNotified(tx.db, key, app.ctx.clock())))
    expect(await Promise.all(marked)).toEqual([false])
  })

  test('does not mail about a key that was switched off', async () => {
    const owner = await addPerson(app)
    const { project } = await seedProject(owner, 'production')
    const { id } = await seedApiKey(owner, project.id, { expires_at: inDays(10) })
    const params = { id: project.id, keyId: id }
    await owner.client.call(updateApiKey, { params, body: { is_active: false } })
    app.advance(4 * dayMs)
    await sweepExpiringApiKeys(app.ctx)
    expect(await expiryMails(owner.email)).toEqual([])
  })
})
