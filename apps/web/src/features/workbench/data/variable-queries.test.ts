import { createClient } from '@envhold/client/client.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { namesQuery } from './variable-queries.ts'

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
