// A thousand unguessable values go in, and come out to the callers that may read them. The database, its files, its
// write-ahead log, our own log and our mails contain none of them, in any encoding; nor any password, token or key.

import { createVariable } from '@envhold/contract/variables/variables.ts'
import { beforeAll, expect, test } from 'vitest'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { bytesOf, dumpFiles, dumpTables } from '../../../dev/world/dump-database.ts'
import { SecretSearch } from '../../../dev/world/find-secrets.ts'
import { mailsOf } from '../../../dev/world/mails.ts'
import { type Canaries, seedCanaries } from '../../../dev/world/seed-canaries.ts'
import { withApp } from '../../../dev/world/with-app.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  let seeded: Canaries
  let places: Record<'rows' | 'files' | 'log' | 'mails', Buffer>
  beforeAll(async () => {
    seeded = await seedCanaries(app)
    places = {
      rows: bytesOf(await dumpTables(app)),
      files: await dumpFiles(app),
      mails: Buffer.from(JSON.stringify(await mailsOf(app))),
      log: Buffer.from(app.logged()),
    }
  })

  test('there are a thousand, and a name is found wherever names are stored', () => {
    expect(new Set([...seeded.kept, ...seeded.refused]).size).toBeGreaterThanOrEqual(1_000)
    const stored = seeded.names.slice(0, 500)
    const search = new SecretSearch(stored)
    expect(search.in(places.rows).size).toBe(stored.length)
    expect(search.in(places.files).size).toBe(stored.length)
    expect(places.log.toString()).toContain('"route":"/api/env/environments/:id/variables"')
    expect(places.log.toString()).toContain('"status":500')
    expect(places.mails.toString()).toContain('"template":"api-key-deleted"')
  })

  test.each(['rows', 'files', 'log', 'mails'] as const)(
    'there is no value, password, token or key in the %s',
    (place) => {
      const { kept, refused, credentials } = seeded
      for (const secret of credentials) expect(secret.length).toBeGreaterThanOrEqual(16)
      const search = new SecretSearch([...kept, ...refused, ...credentials])
      expect([...search.in(places[place])]).toEqual([])
    },
  )

  test('errors of rejected calls contain none of them either', async () => {
    const search = new SecretSearch(seeded.kept)
    const params = { id: 1 }
    const value = `${seeded.kept[0]}\0`
    const refused = await seeded.owner.client
      .call(createVariable, { params, body: { key: 'A', value } })
      .catch((error) => error)
    const told = JSON.stringify([refused.message, refused.details])
    expect(told).toContain('NUL')
    expect([...search.in(Buffer.from(told))]).toEqual([])
  })
})
