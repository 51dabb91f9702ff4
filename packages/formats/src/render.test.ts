import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readGithubEnv } from '../readers/github.ts'
import { hardVariables, manyVariables } from '../readers/hard-text.ts'
import { hardValues } from '../readers/hard-values.ts'
import { isAbsent, type Reader, titleOf } from '../readers/reader.ts'
import { yamlInPython } from '../readers/script-readers.ts'
import { evalInShell, fish, shells, sourceInFish } from '../readers/shell-readers.ts'
import { formats, mediaTypes } from './dialect.ts'
import { readVariables } from './read-variables.ts'
import { render } from './render.ts'
import { toVariables } from './variables.ts'

const hard = new Map([...hardValues.values()].map((value, index) => [`K${index}`, { value }]))

describe('json', () => {
  it('reads back, __proto__ included', () => {
    fc.assert(
      fc.property(hardVariables, (values) => {
        const variables = new Map([...values, ['__proto__', { value: 'x' }]])
        const { text } = render('json', variables)
        expect(toVariables(JSON.parse(text))).toEqual(variables)
        expect(readVariables('json', text).variables).toEqual(variables)
      }),
    )
  })
})

describe('yaml', () => {
  const keys = new Map([
    ...['y', 'no', 'NULL', 'true', 'e1', '_', '__proto__'].map((key) => [key, { value: '1e3' }] as const),
  ])

  it.each(['1.1', '1.2'] as const)('reads back as YAML %s', (version) => {
    fc.assert(
      fc.property(hardVariables, (values) => {
        const variables = new Map([...hard, ...keys, ...values])
        const { text } = render('yaml', variables)
        const read: Map<string, string> = parse(text, { version, mapAsMap: true, strict: true })
        expect(toVariables(Object.fromEntries(read))).toEqual(variables)
        expect(parseAllDocuments(text, { version })).toHaveLength(1)
        expect(text).not.toMatch(/[^\n -~\u00a1-\u2027\u202a-\ufdcf\ufdf0-\ufefe\uff00-\ufffd]/)
      }),
    )
    expect(parse(render('yaml', new Map()).text, { version })).toEqual({})
  })

  it.skipIf(isAbsent(yamlInPython))(`${titleOf(yamlInPython)} reads it back`, () => {
    fc.assert(
      fc.property(manyVariables, (many) => {
        const all = [new Map([...hard, ...keys]), ...many]
        expect(yamlInPython.read(all.map((variables) => render('yaml', variables).text))).toEqual(all)
      }),
      { numRuns: 3 },
    )
  })
})

describe('shell', () => {
  for (const shell of shells) {
    const reader: Reader = {
      ...shell,
      dialect: 'bash',
      kind: 'real',
      read: (texts) => evalInShell(shell.name, texts),
    }
    it.skipIf(isAbsent(reader))(`${titleOf(reader)} reads it back with eval`, () => {
      fc.assert(
        fc.property(manyVariables, (many) => {
          const all = [hard, ...many].filter(({ size }) => size > 0)
          expect(reader.read(all.map((variables) => render('shell', variables).text))).toEqual(all)
        }),
        { numRuns: 3 },
      )
    })
  }

  const fishReader = { ...fish, dialect: 'bash', kind: 'real', read: sourceInFish } as const
  it.skipIf(isAbsent(fishReader))(`${titleOf(fishReader)} reads its own dialect back with source`, () => {
    const all = fc.sample(manyVariables, 1).flat().slice(0, 30)
    const written = [hard, ...all].filter(({ size }) => size > 0)
    const texts = written.map((variables) => render('shell', variables, { dialect: 'fish' }).text)
    expect(sourceInFish(texts)).toEqual(written)
  })

  it('names what fish reserves, and that fish reads no dotenv text', () => {
    const variables = toVariables({
      status: 'x',
      A: 'x',
    })
    expect(() => render('shell', variables, { dialect: 'fish' })).toThrow(/^status: fish reserves this name/)
    expect(() => render('dotenv', toVariables({ A: 'x' }), { dialect: 'fish' })).toThrow(
      /use the shell format/,
    )
  })

  it('warns about a name that bash reserves', () => {
    expect(render('shell', toVariables({ UID: '1' })).warnings).toMatchObject([{ key: 'UID' }])
  })
})

describe('github', () => {
  it('reads back', () => {
    fc.assert(
      fc.property(hardVariables, (values) => {
        const variables = new Map([...hard, ...values])
        expect(readGithubEnv(render('github', variables).text)).toEqual(variables)
      }),
    )
  })

  it('uses another delimiter when a line of a value equals it', () => {
    const draws = [0, 0, 1]
    const random = (bytes: Uint8Array) => void bytes.fill(draws.shift() ?? 2)
    const first = `envhold_${'00'.repeat(16)}`
    for (const value of [first, `a\n${first}`, `${first}\r\nX=1`]) {
      draws.splice(0, 3, 0, 0, 1)
      const variables = toVariables({ A: value })
      const { text } = render('github', variables, { random })
      expect(text).toContain(`A<<envhold_${'01'.repeat(16)}\n`)
      expect(readGithubEnv(text)).toEqual(variables)
    }
    for (const value of [`a${first}`, `${first} `, `a\n${first}b\n`])
      expect(
        render('github', toVariables({ A: value }), { random: (bytes) => void bytes.fill(0) }).text,
      ).toBe(`A<<${first}\n${value}\n${first}\n`)
    const stuck = (bytes: Uint8Array) => void bytes.fill(0)
    expect(() => render('github', toVariables({ A: first }), { random: stuck })).toThrow(/random/)
  })

  it('uses a new delimiter each time', () => {
    const variables = toVariables({ A: '1' })
    expect(render('github', variables).text).toMatch(/^A<<envhold_[0-9a-f]{32}\n1\n/)
    expect(render('github', variables).text).not.toBe(render('github', variables).text)
  })

  it('rejects the name that the runner rejects, and warns about those it sets itself', () => {
    expect(() => render('github', toVariables({ NODE_OPTIONS: 'x' }))).toThrow(/NODE_OPTIONS/)
    const warned = toVariables({
      GITHUB_SHA: 'x',
      RUNNER_OS: 'x',
      A: 'x\r',
      B: 'x',
    })
    expect(render('github', warned).warnings.map(({ key }) => key)).toEqual(['GITHUB_SHA', 'RUNNER_OS', 'A'])
  })
})

describe('every format', () => {
  it.each(formats)('%s rejects what no environment can hold, and shows no value', (format) => {
    const variables = toVariables({
      '': 'secret',
      '1A': 'secret',
      'A-B': 'secret',
      'A=B\nC': 'secret',
      NUL: 'secret\0',
      HALF: 'secret\ud800',
    })
    expect(() => render(format, variables)).toThrow(
      expect.objectContaining({
        problems: [...variables.keys()].map((key) => expect.objectContaining({ key })),
      }),
    )
    expect(() => render(format, variables)).not.toThrow(/secret/)
  })

  it.each(formats)('%s writes no variables, keeps their order, and has a media type', (format) => {
    expect(render(format, new Map()).warnings).toEqual([])
    const { text } = render(format, new Map([...'ZAM'].map((key) => [key, { value: '1' }])))
    expect(text.match(/[ZAM](?=[":=<])/g)?.join('')).toBe('ZAM')
    expect(mediaTypes[format]).toMatch(/; charset=utf-8$/)
  })
})
