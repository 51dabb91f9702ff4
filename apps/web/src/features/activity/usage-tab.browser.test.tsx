import { listApiUsage } from '@envhold/contract/activity/activity.ts'
import { expect, test } from 'vitest'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import type { ChangeSearch } from './activity-search.ts'
import { UsageTab } from './usage-tab.tsx'

test('a page past the last one is replaced by the last, also in the history', async () => {
  const list = { limit: 20, offset: 0, total: 45, totalPages: 3, hasNext: false, hasPrev: true }
  fakeApi().answers(listApiUsage, ({ query }) => ({
    logs: [],
    pagination: { ...list, page: Number(query.page) },
  }))
  const changes: Parameters<ChangeSearch>[] = []
  await renderPart(<UsageTab search={{ usagePage: 99 }} onChange={(...change) => changes.push(change)} />)
  await expect.poll(() => changes).toEqual([[{ usagePage: 3 }, { replace: true }]])
})
