// As planted.test.ts, for the rules about names, comments and documents.

import { describe, expect, test } from 'vitest'
import { commandOf, plantedRepository } from './planted-repository.ts'

describe('names, comments and documents', () => {
  const here = plantedRepository()
  test('banned words in files, exports, routes and inside files, and exceptions that nothing needs', async () => {
    here.current.plant({
      'apps/server/src/tell-owner.ts': 'export const one = 1\n',
      'packages/vault/src/a.ts': 'export const mostKeys = 1\n',
      'packages/contract/src/b.ts': "export const b = { path: '/projects/{id}/members' }\n",
      'packages/contract/src/d.ts': "export const d = endpoint('GET /projects/{id}/members', {})\n",
      'apps/cli/src/notify-owner.ts': 'export const maxKeys = 1\n',
      'apps/cli/src/c.ts': 'export const c = (kept: number) => kept\n',
    })
    const { code, output } = await here.current.run(commandOf('words'))
    expect(code).toBe(1)
    const lines = output.trim().split('\n')
    const isOfTheWhole = (line: string) => /^dev\/checks\/|names inside files/.test(line)
    expect(lines.filter((line) => !isOfTheWhole(line)).toSorted()).toEqual([
      'apps/server/src/tell-owner.ts: tell-owner.ts has "tell": write notify, or report',
      'packages/contract/src/b.ts:1: /projects/{id}/members has "members": write collaborators',
      'packages/contract/src/d.ts:1: /projects/{id}/members has "members": write collaborators',
      'packages/vault/src/a.ts:1: mostKeys has "most": write max…',
      'warning  apps/cli/src/c.ts:1: kept has "kept": write stored, retained or prepared',
      'warning  packages/vault/src/a.ts:1: mostKeys has "most": write max…',
    ])
    expect(output).toContain('2 warnings about names inside files: lower the allowed ')
    expect(lines).toContain(
      'dev/checks/words-exceptions.ts: nothing is named lease-lost-error any more: remove the entry',
    )
  })

  test('phrases that hide a term, and long sentences', async () => {
    here.current.plant({
      'apps/cli/src/prose.ts': "// Whoever calls goes on.\nexport const text = 'deleted for good or not'\n",
      'docs/prose.md': `${'word '.repeat(18)}\n${'word '.repeat(18)}\n`,
    })
    const { code, output } = await here.current.run(commandOf('prose'))
    expect(code).toBe(1)
    // The small repository has fewer warnings than are allowed, which is an error, too.
    for (const rule of ['somebody', 'go on', 'for good', 'long sentence'])
      expect(output).toMatch(new RegExp(`1 warnings about ${rule}: `))
    expect(output).toContain('apps/cli/src/prose.ts:1: "Whoever": write ')
    expect(output).toContain('apps/cli/src/prose.ts:2: "for good": write permanently')
    expect(output).toContain('docs/prose.md:1: a sentence of 36 words')
  })

  test('long lines of Markdown, a record without its parts, and one that no index lists', async () => {
    here.current.plant({
      'README.md': `${'a'.repeat(121)}\n`,
      'docs/decisions/0001-a.md': '# 1. A\n',
    })
    const { code, output } = await here.current.run(commandOf('markdown'))
    expect(code).toBe(1)
    expect(
      output
        .trim()
        .split('\n')
        .map((line) => line.split(/:(?= )/)[0]),
    ).toEqual(['README.md:1', 'docs/decisions/0001-a.md', 'docs/decisions/README.md'])
  })

  test('a page about retention that differs from what the sweeps declare', async () => {
    here.current.plant({ 'docs/retention.md': '# How long data is stored\n' })
    const { code, output } = await here.current.run(commandOf('retention'))
    expect(code).toBe(1)
    expect(output).toContain('docs/retention.md differs')
  })
})
