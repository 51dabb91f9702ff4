import { warningRunbooks } from '@envhold/contract/operator/instance-health.ts'
import { expect, test } from 'vitest'
import { installation } from '../installation.ts'
import { documentsIn } from './documents.ts'

const documents = documentsIn(installation.documents)
const read = async (name: string) =>
  String((await documents.find((document) => document.name === name)?.read())?.text)

test('a release has the runbook of each warning, and no record or page of the manual', () => {
  const names = documents.map(({ name }) => `docs/${name}`)
  expect(names).toEqual(expect.arrayContaining([...Object.values(warningRunbooks), 'docs/settings.md']))
  expect(names.filter((name) => /decisions|manual/.test(name))).toEqual([])
})

test('each link in a document leads to one that is served, and to a heading there', async () => {
  const broken: string[] = []
  let count = 0
  for (const { name } of documents) {
    const base = `https://vault.example.com/docs/${name}`
    for (const [, href = ''] of (await read(name)).matchAll(/<a href="([^"]+)"/g)) {
      const { origin, pathname, hash } = new URL(href, base)
      if (origin !== 'https://vault.example.com') continue
      count++
      const target = await read(pathname.replace('/docs/', ''))
      if (target === 'undefined' || (hash && !target.includes(` id="${hash.slice(1)}"`)))
        broken.push(`${name}: ${href}`)
    }
  }
  expect(count).toBeGreaterThan(50)
  expect(broken).toEqual([])
})

test('a link into the repository is text', async () => {
  expect(await read('runbooks/upgrade.md')).toContain('in the <span>changelog</span>')
})
