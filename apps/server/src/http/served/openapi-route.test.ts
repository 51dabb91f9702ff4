import { expect, test } from 'vitest'
import { withApp } from '../../../../../dev/world/with-app.ts'

const app = withApp('sqlite')
const fetched = (headers: Record<string, string> = {}) => app.fetch('/api/openapi.json', { headers })

test('the document is compressed, and not sent again to a client that has it', async () => {
  const whole = await fetched({ 'accept-encoding': 'identity' })
  const text = await whole.text()
  expect(JSON.parse(text)).toMatchObject({ openapi: expect.stringMatching(/^3\./), paths: {} })
  const small = await fetched({ 'accept-encoding': 'br' })
  expect(small.headers.get('content-encoding')).toBe('br')
  expect(Number(small.headers.get('content-length'))).toBeLessThan(text.length / 5)
  expect(await small.text()).toBe(text)
  const etag = small.headers.get('etag') ?? ''
  const again = await fetched({ 'accept-encoding': 'br', 'if-none-match': `"other", ${etag}` })
  expect([again.status, await again.text()]).toEqual([304, ''])
})
