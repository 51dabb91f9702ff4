import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { awaitAccess } from '@envhold/contract/projects/access.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { secretKey } from '../../../connection/api/read-query.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { LockReasonNotice } from './lock-reason-notice.tsx'
import { watchAccess } from './watch-access.ts'

type Access = OutputOf<typeof awaitAccess>
/** States are named by a digest. */
const nameOf = (text: string) => text.padEnd(64, '0')
const accessTo = (access: string, ...environments: number[]): Access => ({
  access: nameOf(access),
  projects: environments.length > 0 ? [{ id: 7, name: 'Storefront', user_role: 'write', environments }] : [],
})

/** The first read is answered; the wait after it is left open. The returned function answers that. */
function fakeWait(api: FakeApi, first: Access): (now: Access) => void {
  const { promise, resolve } = Promise.withResolvers<Access>()
  let last: Access | undefined
  api.answers(awaitAccess, async (sent) => {
    if (sent.query.after === undefined) return first
    if (sent.query.after === last?.access) return await new Promise<Access>(() => {})
    return await promise
  })
  return (now) => {
    last = now
    resolve(now)
  }
}

async function show(first: Access) {
  const api = fakeApi()
  const answer = fakeWait(api, first)
  const { connection } = await renderPart(<LockReasonNotice />)
  connection.queries.setQueryData([secretKey, 'variables', 11], { variables: new Map([['A', 'secret']]) })
  const channels = [new BroadcastChannel(`access-${Math.random()}`)]
  watchAccess(connection, channels[0] as BroadcastChannel)
  await vi.waitFor(() =>
    expect(api.sent(awaitAccess).map(({ query }) => query.after)).toEqual([undefined, first.access]),
  )
  return { api, answer, connection }
}

const secrets = ({ queries }: Awaited<ReturnType<typeof show>>['connection']) =>
  queries.getQueryCache().findAll({ queryKey: [secretKey] })

test('an access that ended locks the vault and says why', async () => {
  const { answer, connection } = await show(accessTo('a', 11, 12))
  expect(secrets(connection)).toHaveLength(1)
  answer(accessTo('b'))
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(
      'You no longer have access to Storefront, so the vault was locked and all values left this page.',
    )
  expect(connection.vault.read()).toBeNull()
  expect(secrets(connection)).toEqual([])
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByRole('status')).not.toBeInTheDocument()
})

test('so does an environment that is no longer shared', async () => {
  const { answer, connection } = await show(accessTo('a', 11, 12))
  answer(accessTo('b', 12))
  await expect.element(page.getByText(/access to 1 environment of Storefront, so/)).toBeInTheDocument()
  expect(connection.vault.read()).toBeNull()
  // Opening it again is an answer to the message.
  connection.vault.hold('correct horse battery staple')
  await expect.element(page.getByText(/no longer have access/)).not.toBeInTheDocument()
  connection.vault.lock()
})

test('more access locks nothing', async () => {
  const { api, answer, connection } = await show(accessTo('a', 11))
  answer(accessTo('b', 11, 12))
  await vi.waitFor(() => expect(api.sent(awaitAccess)).toHaveLength(3), { timeout: 5_000 })
  expect(connection.vault.read()).not.toBeNull()
  expect(secrets(connection)).toHaveLength(1)
  connection.vault.lock()
})
