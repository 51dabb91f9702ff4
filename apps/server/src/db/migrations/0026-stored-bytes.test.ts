import { createVariable } from '@envhold/contract/variables.ts'
import { rowMac } from '@envhold/integrity/row.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { seedApiKey, seedEnvironment } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { storedBytes } from './0026-stored-bytes.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  const counts = () =>
    app.ctx.db.selectFrom('environments').select(['id', 'stored_bytes', 'holders']).orderBy('id').execute()
  const plans = () => app.ctx.db.selectFrom('plans').selectAll().orderBy('id').execute()

  test('counts what is stored, and limits each plan under its MAC', async () => {
    const { projectId, id } = await seedEnvironment(owner)
    await seedApiKey(owner, projectId)
    await owner.client.call(createVariable, { params: { id }, body: { key: 'NAME', value: 'value' } })
    const [before, plansBefore] = [await counts(), await plans()]
    for (const [table, column] of [
      ['environments', 'stored_bytes'],
      ['environments', 'holders'],
      ['plans', 'max_stored_bytes'],
    ] as const)
      await app.ctx.db.schema.alterTable(table).dropColumn(column).execute()
    await app.ctx.db
      .updateTable('plans')
      .set({ mac: macBefore(plansBefore[0]) })
      .where('id', '=', 1)
      .execute()
    await storedBytes(app.ctx.db, engine, app.ctx.secrets)
    expect(await counts()).toEqual(before)
    const [free, pro] = await plans()
    expect(free).toEqual(plansBefore[0])
    // Its MAC was not that of a row from before.
    expect(pro).toMatchObject({ max_stored_bytes: -1, mac: plansBefore[1]?.mac })
  })

  const macBefore = (plan: Awaited<ReturnType<typeof plans>>[number] | undefined) => {
    const {
      id: _,
      name,
      display_name: __,
      description: ___,
      mac: ____,
      max_stored_bytes: _____,
      ...fields
    } = plan ?? raise()
    const [price_monthly, price_yearly] = [String(fields.price_monthly), String(fields.price_yearly)]
    const row = { table: 'plans', id: name, fields: { ...fields, price_monthly, price_yearly } }
    return rowMac(app.ctx.secrets, row)
  }
})

function raise(): never {
  throw new Error('There is no plan')
}
