import { readdir, readFile } from 'node:fs/promises'
import { warningRunbooks } from '@envhold/contract/operator/instance-health.ts'
import { expect, test } from 'vitest'

const folder = new URL('../../docs/runbooks/', import.meta.url)
const names = (await readdir(folder)).filter((name) => name !== 'README.md')

test('every warning of the instance names a runbook that exists', () => {
  const files = names.map((name) => `docs/runbooks/${name}`)
  expect(files).toEqual(expect.arrayContaining(Object.values(warningRunbooks)))
})

test('the index lists every runbook', async () => {
  const index = await readFile(new URL('README.md', folder), 'utf8')
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !index.includes(`](${name})`))).toEqual([])
})
