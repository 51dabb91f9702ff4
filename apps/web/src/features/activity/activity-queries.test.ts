import type { Answer, CallOptions } from '@envhold/client/client.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { pagedQuery } from './activity-queries.ts'

interface Page {
  entries: { id: number }[]
  pagination: {
    page: number
    limit: number
    offset: number
    total: number
    totalPages: number
    hasNext: boolean
    hasPrev: boolean
  }
}

const page = (...ids: number[]): Page => ({
  entries: ids.map((id) => ({ id })),
  pagination: { page: 1, limit: 20, offset: 0, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
})
const answer = (output: Page | null, etag?: string): Answer<Page> => ({
  output,
  status: output ? 200 : 304,
  headers: new Headers(etag ? { etag } : {}),
})

/** Reads page 1 as often as there are answers. */
async function readAll(answers: Answer<Page>[]) {
  const queries = new QueryClient()
  const sent: CallOptions[] = []
  const query = pagedQuery(['activity', 'all'], 1, async (_, options) => {
    sent.push(options)
    return answers[sent.length - 1]!
  })
  const read = []
  for (const _ of answers) read.push(await queries.fetchQuery({ ...query, staleTime: 0 }))
  return { read, tags: sent.map(({ ifNoneMatch }) => ifNoneMatch) }
}

it('keeps what it has while the server says that nothing changed', async () => {
  const { read, tags } = await readAll([answer(page(1), '"a"'), answer(null), answer(page(2, 1), '"b"')])
  expect(tags).toEqual([undefined, '"a"', '"a"'])
  expect(read.map(({ entries }) => entries.map(({ id }) => id))).toEqual([[1], [1], [2, 1]])
})

it('asks without a condition where the server gives no tag', async () => {
  const { tags } = await readAll([answer(page(1)), answer(page(1))])
  expect(tags).toEqual([undefined, undefined])
})

it('does not take 304 for an empty list', async () => {
  await expect(readAll([answer(null)])).rejects.toThrow(TypeError)
})
