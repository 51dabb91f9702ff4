// That the tests of one engine would find what the other one rejects.

import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { prepareCollected } from '../../../../dev/world/prepared-statements.ts'
import type { Tables } from './tables.ts'

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

test('PostgreSQL rejects a column that GROUP BY leaves out, and an ambiguous one', async () => {
  db.selectFrom('projects').select(['owner_id', 'name']).groupBy('owner_id').compile()
  db.selectFrom(['projects', 'environments']).select('created_at').compile()
  db.selectFrom('projects').select('name').where('id', '=', 1).compile()
  expect((await prepareCollected()).map((said) => said.split(':')[0])).toEqual([
    'column "projects.name" must appear in the GROUP BY clause or be used in an aggregate function',
    'column reference "created_at" is ambiguous',
  ])
  expect(await prepareCollected()).toEqual([])
})
