// The whole archive, as another program unpacks it: fflate reads what client-zip wrote, and npm dotenv reads the files.

import type { ExportedEnvironment, ExportedProject, ExportedVersion } from '@envhold/contract/export.ts'
import { parse } from 'dotenv'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { archiveEntries, type Source } from './archive-entries.ts'
import { zipBlob } from './use-export.ts'

const time = '2026-03-01T10:00:00.000Z'

const environment = (id: number, name: string): ExportedEnvironment => ({
  id,
  name,
  version: 2,
  oldest_version: 1,
  variable_count: 1,
  created_at: time,
  updated_at: time,
  last_change: { at: time, author: { username: 'ada', token_name: null } },
})
const project = (id: number, name: string, ...environments: ExportedEnvironment[]): ExportedProject => ({
  id,
  name,
  description: null,
  created_at: time,
  archived_at: null,
  expires_at: null,
  environments,
})
const version = (number: number, variables: Record<string, string>): ExportedVersion => ({
  version: number,
  created_at: time,
  author: 'ada',
  variables,
  details: {},
})

type Parts = readonly (readonly ExportedVersion[] | string)[]

async function unpack(projects: readonly ExportedProject[], parts: Readonly<Record<number, Parts>>) {
  const reads: number[] = []
  const source: Source = {
    projects,
    read: async function* ({ id }) {
      reads.push(id)
      yield* parts[id] ?? []
    },
    onPart: () => {},
    onEnvironment: () => {},
  }
  const exported = { exportedAt: time, server: 'https://vault.example.com', history: true }
  const zip = await zipBlob(archiveEntries(exported, source))
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  return { names: Object.keys(files), text, document: JSON.parse(text('envhold-export.json')), reads }
}

const hard = {
  PLAIN: 'value',
  EMPTY: '',
  SINGLE: "it's",
  DOUBLE: 'say "hi"',
  LINES: 'first\nsecond\n',
  DOLLAR: 'pa$word and $HOME',
  HASH: 'a # b',
  BACKSLASH: 'C:\\new\\table',
  UNICODE: 'grün 日本 😀',
}

describe('the archive', () => {
  it('has a file for each environment, which npm dotenv reads as the values that were written', async () => {
    const { names, text } = await unpack(
      [project(1, 'Shop', environment(11, 'production'), environment(12, 'empty'))],
      { 11: [[version(2, hard), version(1, { OLD: '1' })]], 12: [[]] },
    )
    expect(names).toEqual(['Shop/production.env', 'Shop/empty.env', 'envhold-export.json', 'README.txt'])
    expect(parse(text('Shop/production.env'))).toEqual(hard)
    expect(text('Shop/empty.env')).toBe('')
  })

  it('has every version in JSON, of all parts and in their order, with the name of the file', async () => {
    const versions = [version(3, { A: '3' }), version(2, hard), version(1, { A: '1' })]
    const { document } = await unpack(
      [project(1, 'Shop', environment(11, 'production')), project(2, 'Without environments')],
      { 11: [versions.slice(0, 2), versions.slice(2), []] },
    )
    expect(document).toEqual({
      format: 'envhold-export',
      version: 1,
      exported_at: time,
      server: 'https://vault.example.com',
      history: true,
      projects: [
        {
          id: 1,
          name: 'Shop',
          description: null,
          created_at: time,
          archived_at: null,
          expires_at: null,
          environments: [{ ...environment(11, 'production'), file: 'Shop/production.env', versions }],
        },
        { ...project(2, 'Without environments'), environments: [] },
      ],
    })
  })

  it('has notes as comments, and notes and due days in JSON', async () => {
    const details = { A: { note: 'Of the team', due: '2027-01-31' } }
    const { text, document } = await unpack([project(1, 'Shop', environment(11, 'production'))], {
      11: [[{ ...version(1, { A: '1', B: '2' }), details }]],
    })
    expect(text('Shop/production.env')).toBe('# Of the team\nA=1\nB=2\n')
    expect(document.projects[0].environments[0].versions[0].details).toEqual(details)
  })

  it('a value that no .env file holds is left out and named, and the JSON has it', async () => {
    const both = `'"$`
    const { text, document } = await unpack([project(1, 'Shop', environment(11, 'production'))], {
      11: [[version(1, { A: '1', BOTH: both, DOLLAR: '$x' })]],
    })
    expect(parse(text('Shop/production.env'))).toEqual({ A: '1', DOLLAR: '$x' })
    expect(text('Shop/production.env')).toContain('# BOTH is not in this file: see README.txt.')
    const readme = text('README.txt')
    expect(readme).toContain('THIS ARCHIVE IS NOT ENCRYPTED')
    expect(readme).toMatch(
      /- Shop\/production\.env: BOTH: .*json and yaml|- Shop\/production\.env: BOTH: .*dialects/,
    )
    expect(readme).toContain('- Shop/production.env: DOLLAR: ')
    expect(readme).not.toContain(both)
    expect(document.projects[0].environments[0].versions[0].variables.BOTH).toBe(both)
  })

  it('projects whose names are alike keep folders of their own, and none leaves the archive', async () => {
    const { names } = await unpack(
      [
        project(1, 'Shop', environment(11, 'a')),
        project(2, 'SHOP', environment(12, 'a')),
        project(3, '../../etc', environment(13, 'con')),
        project(4, 'README.txt', environment(14, 'a')),
      ],
      {},
    )
    expect(names).toEqual([
      'Shop/a.env',
      'SHOP (2)/a.env',
      '_.._etc/con_.env',
      'README.txt (2)/a.env',
      'envhold-export.json',
      'README.txt',
    ])
  })

  it('an environment that is left out is named with the reason, and the others are there', async () => {
    const { names, text, document } = await unpack(
      [project(1, 'Shop', environment(11, 'gone'), environment(12, 'production'))],
      { 11: [[version(2, { A: '2' })], 'It was deleted.'], 12: [[version(1, { A: '1' })]] },
    )
    expect(names).not.toContain('Shop/gone.env')
    expect(text('README.txt')).toContain('- Shop: gone: It was deleted.')
    expect(document.projects[0].environments).toHaveLength(1)
  })

  it('a variable named __proto__ is kept', async () => {
    const variables = JSON.parse('{"__proto__":"kept","A":"1"}')
    const { text } = await unpack([project(1, 'Shop', environment(11, 'production'))], {
      11: [[version(1, variables)]],
    })
    expect(text('envhold-export.json')).toContain('"variables":{"__proto__":"kept","A":"1"}')
    expect(text('Shop/production.env')).toBe('# __proto__ is not in this file: see README.txt.\n\nA=1\n')
  })
})
