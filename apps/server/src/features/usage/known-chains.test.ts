import { beforeEach, expect, test } from 'vitest'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { createKnownChains, type KnownChains } from './known-chains.ts'

const app = withApp('postgres')
let chains: KnownChains
beforeEach(async () => {
  chains = createKnownChains(app.ctx)
  await app.ctx.db.deleteFrom('usage_heads').execute()
})

const link = Buffer.alloc(32, 1)
const end = (projectId: number, sequence: number) => ({ projectId, sequence, at: 5, link })
const store = (projectId: number, sequence: number) =>
  app.ctx.db
    .insertInto('usage_heads')
    .values({ project_id: projectId, sequence, at: 5, link, start_sequence: 0 })
    .execute()

test('knows the end that was noted last', () => {
  expect(chains.endOf(1)).toBeUndefined()
  chains.note([end(1, 4), end(2, 9)])
  chains.note([end(1, 5)])
  expect([chains.endOf(1), chains.endOf(2)]).toEqual([end(1, 5), end(2, 9)])
})

test('reads the ends of chains to which other nodes write, for ten seconds', async () => {
  for (const id of [1, 2]) await store(id, 7)
  chains.note([end(1, 4), end(2, 4)])
  chains.shared([1])
  await chains.refresh([1, 2, 3])
  expect([1, 2, 3].map((id) => chains.endOf(id)?.sequence)).toEqual([7, 4, undefined])
  chains.note([end(1, 6)])
  app.advance(10_000)
  await chains.refresh([1])
  expect(chains.endOf(1)?.sequence).toBe(6)
})

test('does not go back to an end that was read before its own commit', async () => {
  await store(1, 7)
  chains.shared([1])
  const read = chains.refresh([1])
  chains.note([end(1, 8)])
  await read
  expect(chains.endOf(1)?.sequence).toBe(8)
})

test('a chain that is locked first, for ten seconds, is not read', async () => {
  await store(1, 7)
  chains.shared([1])
  chains.lockFirst([1])
  expect(chains.isLockedFirst(1)).toBe(true)
  await chains.refresh([1])
  expect(chains.endOf(1)).toBeUndefined()
  app.advance(10_000)
  expect(chains.isLockedFirst(1)).toBe(false)
})
