import { acceptProjectTransfer, offerProjectTransfer } from '@envhold/contract/projects/transfers.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../dev/world/app-for-tests.ts'
import { seedProject } from '../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../dev/world/share-project.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import { deletePermanently } from '../features/accounts/delete-permanently.ts'
import { transact } from '../features/audit-log/tx.ts'
import { requireUser } from '../features/users/user-store.ts'
import { verifyEverything } from './verify-everything.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  beforeAll(async () => {
    // The first on an instance is its operator, whom no plan limits.
    await addPerson(app)
  })

  const transferred = async () => {
    const [owner, heir] = [await addPerson(app), await addPerson(app)]
    const { project, ids } = await seedProject(owner, 'production')
    const { id } = project
    await shareProject(app, owner, id, heir, { environments: [ids.production] })
    await owner.client.call(offerProjectTransfer, {
      params: { id },
      body: { user_id: heir.userId, remaining_role: 'none' },
    })
    await heir.client.call(acceptProjectTransfer, { params: { id } })
    return { owner, heir, id }
  }
  const deleteAccount = ({ userId }: { readonly userId: number }) =>
    transact(app.ctx, { userId, origin: null }, async (tx) => {
      await tx.lock([userId])
      await deletePermanently(tx, await requireUser(tx, userId), 'The account was permanently deleted')
    })
  const broken = async (id: number) => {
    const lines: string[] = []
    await verifyEverything({ ...app.ctx, engine }, [], (line) => lines.push(line))
    return lines.filter((line) => line.startsWith(`BROKEN projects ${id}:`))
  }

  test('a project is deleted with the account that it was transferred to', async () => {
    const { heir, id } = await transferred()
    await deleteAccount(heir)
    expect(await broken(id)).toEqual([])
  })

  test('a project that was transferred is missing, also once its first owner is deleted', async () => {
    const { owner, id } = await transferred()
    await deleteAccount(owner)
    expect(await broken(id)).toEqual([])
    await app.ctx.db.deleteFrom('projects').where('id', '=', id).execute()
    expect(await broken(id)).toEqual([
      expect.stringMatching(`^BROKEN projects ${id}: is missing: activity \\d+ created it`),
    ])
  })
})
