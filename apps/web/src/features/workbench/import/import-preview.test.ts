import { toRecord, toVariables } from '@envhold/formats/variables.ts'
import { describe, expect, it } from 'vitest'
import { looksLikeDotenv, previewImport } from './import-preview.ts'

const before = toVariables({ KEPT: 'stays', SAME: 'one', TURNED: 'old' })
const text = 'SAME=one\nTURNED=new\nFRESH=hello\n'

describe('the preview of an import', () => {
  it('sorts the keys of a merge and keeps what the text does not name', () => {
    expect(previewImport(text, before, 'merge')).toMatchObject({
      kind: 'ready',
      count: 3,
      changes: { added: ['FRESH'], changed: ['TURNED'], removed: [], unchanged: ['SAME'] },
      untouched: ['KEPT'],
    })
  })

  it('removes what the text does not name when it replaces', () => {
    expect(previewImport(text, before, 'replace')).toMatchObject({
      changes: { added: ['FRESH'], changed: ['TURNED'], removed: ['KEPT'], unchanged: ['SAME'] },
      untouched: [],
    })
  })

  it('names what would stand in the environment afterwards', () => {
    const merged = previewImport(text, before, 'merge')
    expect(merged.kind === 'ready' && toRecord(merged.after)).toEqual({
      KEPT: 'stays',
      SAME: 'one',
      TURNED: 'new',
      FRESH: 'hello',
    })
  })

  it('refuses a text it cannot read, with the line and without the value', () => {
    const preview = previewImport('GOOD=1\nthis is s3cret\n', before, 'merge')
    expect(preview).toMatchObject({ kind: 'refused', problems: [{ line: 2 }] })
    expect(JSON.stringify(preview)).not.toContain('s3cret')
  })

  it('refuses a value that is too long, by its key', () => {
    const preview = previewImport(`BIG=${'x'.repeat(64 * 1024 + 1)}`, before, 'merge')
    expect(preview).toMatchObject({
      kind: 'refused',
      problems: [{ key: 'BIG', problem: 'A value can be at most 64 KiB' }],
    })
  })

  it('refuses to grow an environment beyond 2,000 variables', () => {
    const many = Array.from({ length: 1_999 }, (_, index) => `KEY_${index}=1`).join('\n')
    expect(previewImport(many, before, 'merge').kind).toBe('refused')
    expect(previewImport(many, before, 'replace').kind).toBe('ready')
  })

  it('warns of values that a loader executes and of names that take over a process', () => {
    const preview = previewImport('PLAIN=1\nWHO=$(whoami)\nPATH=/opt/bin', new Map(), 'merge')
    const warned = preview.kind === 'ready' ? preview.warnings.map(({ key }) => key) : []
    expect(new Set(warned)).toEqual(new Set(['WHO', 'PATH']))
  })

  it('has nothing to say about blanks and comments', () => {
    expect(previewImport('  \n# only words\n', before, 'merge')).toEqual({ kind: 'empty' })
  })
})

describe('telling a .env text from other pasted text', () => {
  it.each(['A=1', '# note\nexport TOKEN=x', '\n  KEY = value'])('takes %j', (pasted) => {
    expect(looksLikeDotenv(pasted)).toBe(true)
  })
  it.each(['hello world', 'https://example.com/?a=1', '1A=2', ''])('leaves %j', (pasted) => {
    expect(looksLikeDotenv(pasted)).toBe(false)
  })
})
