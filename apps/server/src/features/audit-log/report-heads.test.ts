import { expect, test } from 'vitest'
import { appForTests } from '../../../../../dev/world/app-for-tests.ts'
import { signUp } from '../../../../../dev/world/sign-up.ts'
import { readHead } from './chain-store.ts'
import { headText, parseHead } from './head-text.ts'

test('logs the heads of both chains at start and stop, in the form that --head accepts', async () => {
  const app = await appForTests('sqlite')
  const heads = () => [...app.logged().matchAll(/"head":"([^"]*)"/g)].map(([, text]) => text)
  await expect.poll(heads).toEqual(['activity:0:', 'usage:0:'])
  await signUp(app.url)
  const last = headText('activity', await readHead(app.ctx.db, 'activity'))
  expect(last).toMatch(/^activity:\d+:[0-9a-f]{66}$/)
  await app.stop()
  expect(heads().slice(2)).toEqual([last, 'usage:0:'])
  expect(parseHead(last)).toMatchObject({ chain: 'activity' })
})

test.each([
  'activity',
  'activity:1',
  'activity:1:',
  'activity:0:00',
  'other:1:00',
  `usage:01:${'0'.repeat(66)}`,
])('%s is not a head', (text) => {
  expect(parseHead(text)).toBeUndefined()
})
