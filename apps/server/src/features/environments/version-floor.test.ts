import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { listVersions, readVersion } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { seedEnvironment } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { inTransaction } from '../../db/transaction.ts'
import { verifyEverything } from '../../verify/verify-everything.ts'
import { nextVersion, raiseVersionFloor } from './version-floor-store.ts'
import { trimVersions } from './version-size-store.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  const write = async (id: number, value: string, ifMatch?: number) => {
    const body = { variables: { A: value }, mode: 'replace' } as const
    const options = ifMatch === undefined ? {} : { ifMatch }
    return (await owner.client.call(writeVariables, { params: { id }, body }, options)).environment.version
  }
  const numbersOf = async (id: number) =>
    (await owner.client.call(listVersions, { params: { id }, query: {} })).versions.map(
      ({ version }) => version,
    )
  const broken = async () => {
    const lines: string[] = []
    await verifyEverything(app.ctx, [], (line) => void (line.startsWith('BROKEN') && lines.push(line)))
    return lines
  }

  test('after a restore, the numbers of versions that it lost are not used again', async () => {
    const { projectId, id } = await seedEnvironment(owner, { A: 'old' })
    await inTransaction(app.ctx, (tx) => raiseVersionFloor({ ...app.ctx, ...tx }))
    const version = await write(id, 'new', 1)
    expect(version).toBeGreaterThan(1_000_000)
    await expect(write(id, 'newer', 2)).rejects.toMatchObject({ code: 'VERSION_MISMATCH' })
    expect(await write(id, 'newer', version)).toBe(version + 1)
    expect(await numbersOf(id)).toEqual([version + 1, version, 1])
    const before = { params: { id, version: version - 1 } }
    expect(await owner.client.call(readVersion, before)).toMatchObject({
      version: 1,
      variables: { A: 'old' },
    })
    await expect(owner.client.call(readVersion, { params: { id, version: 2 } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await broken()).toEqual([])

    const { environment } = await owner.client.call(createEnvironment, {
      params: { projectId },
      body: { name: 'later' },
    })
    expect(environment.id).toBeGreaterThan(1_000_000)
    expect(await nextVersion(app.ctx.db, { version: 0, created_at: app.ctx.clock() + 1 })).toBe(1)

    const trimmed = await inTransaction(app.ctx, (tx) =>
      trimVersions(tx.db, { id, version: version + 1, oldest_version: 1 }, { excess: 1, kept: 2 }),
    )
    expect(trimmed.oldest_version).toBe(version)
  })

  test('a version that is missing before one after a restore is still found', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    await write(id, '2')
    await write(id, '3')
    await inTransaction(app.ctx, (tx) => raiseVersionFloor({ ...app.ctx, ...tx }))
    await write(id, '4')
    await inTransaction(app.ctx, ({ db }) =>
      db
        .deleteFrom('environment_versions')
        .where('environment_id', '=', id)
        .where('version', '=', 2)
        .execute(),
    )
    expect((await broken()).join()).toContain(`${id}/2`)
  })
})
