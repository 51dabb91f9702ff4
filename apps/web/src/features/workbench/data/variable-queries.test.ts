import { createClient } from '@envhold/client/client.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Connection } from '../../../connection/connection.ts'
import { keyChangesQuery, namesQuery } from './variable-queries.ts'

it('the names of an environment take one call, however long its history is', async () => {
  const urls: string[] = []
  const api = createClient({
    server: 'https://vault.example.com',
    fetch: async (url) => {
      urls.push(String(url))
      return Response.json({ names: ['A', 'B'], version: 5_000 })
    },
  })
  expect(await new QueryClient().fetchQuery(namesQuery({ api }, 7))).toEqual(['A', 'B'])
  expect(urls).toEqual(['https://vault.example.com/api/env/environments/7/names'])
})

it('the changes of a week are read although they take several pages', async () => {
  const before: (string | null)[] = []
  const versionAt = (version: number, daysAgo: number) => ({
    version,
    created_at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
    author: { username: 'ada', token_name: null },
    added: [`KEY_${version}`],
    changed: [],
    removed: [],
  })
  const pages = [[versionAt(9, 1)], [versionAt(8, 2), versionAt(7, 9)], [versionAt(6, 10)]]
  const api = createClient({
    server: 'https://vault.example.com',
    fetch: async (url) => {
      before.push(new URL(String(url)).searchParams.get('before'))
      const versions = pages[before.length - 1] ?? []
      return Response.json({ versions, hasMore: true, whole_from: null })
    },
  })
  const connection = { api } as Connection
  const { byKey } = await new QueryClient().fetchQuery(keyChangesQuery(connection, 7, 9))
  expect([...byKey.keys()]).toEqual(['KEY_9', 'KEY_8', 'KEY_7'])
  expect(before).toEqual([null, '9'])
})
