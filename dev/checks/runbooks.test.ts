import { readdir, readFile } from 'node:fs/promises'
import { warningRunbooks } from '@envhold/contract/operator/instance-health.ts'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const files = (await readdir(new URL('docs/runbooks/', root))).map((name) => `docs/runbooks/${name}`)

test('every warning of the instance names a runbook that exists', () => {
  expect(files).toEqual(expect.arrayContaining(Object.values(warningRunbooks)))
})

test('the README lists every runbook', async () => {
  const readme = await readFile(new URL('README.md', root), 'utf8')
  const list = readme.slice(readme.indexOf('- Runbooks:')).split('\n- ')[0] ?? ''
  expect(files.filter((file) => !list.includes(`](${file})`))).toEqual([])
})
