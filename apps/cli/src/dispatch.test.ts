import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { type CliHome, cliHome, fullFile, hasFullFile } from '../tests/cli-world.ts'
import { loadCommand, mainNames } from './command-table.ts'

let home: CliHome
beforeAll(async () => {
  home = await cliHome()
})
afterAll(() => home.remove())

describe('envhold', () => {
  test('prints its version', async () => {
    for (const word of ['--version', '-V', '-v', 'version'])
      expect(await home.envhold([word])).toMatchObject({ code: 0, out: `${manifest.version}\n`, err: '' })
  })

  test('alone shows the overview, as wrong usage', async () => {
    const { code, out, err } = await home.envhold([])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    for (const name of mainNames) expect(err).toContain(`  ${name} `)
  })

  test('help goes to stdout', async () => {
    const { code, out } = await home.envhold(['help'])
    expect(code).toBe(0)
    expect(out).toContain('Exit codes')
    expect((await home.envhold(['pull', '--help'])).out).toBe((await home.envhold(['help', 'pull'])).out)
  })

  test('help with --json is the same text', async () => {
    const { out } = await home.envhold(['help', 'pull'])
    for (const words of [
      ['help', '--json', 'pull'],
      ['help', 'pull', '--json'],
      ['--json', 'help', 'pull'],
    ])
      expect(await home.envhold(words)).toMatchObject({ code: 0, out, err: '' })
    expect((await home.envhold(['help', '--json'])).out).toBe((await home.envhold(['help'])).out)
  })

  test.runIf(hasFullFile).each([[['--version']], [['help']], [['help', 'pull']], [['completion', 'bash']]])(
    '%j says that stdout cannot be written',
    async (words) => {
      const { code, err } = await home.envhold(words, { stdout: fullFile })
      expect(code).toBe(1)
      expect(err).toBe('Error: write failed (ENOSPC).\nCheck the disk and its permissions.\n')
    },
  )

  test.each([
    [['pulll'], 'Did you mean: envhold pull'],
    [['whomai'], 'Did you mean: envhold whoami'],
    [['zzzzzz'], 'See: envhold help'],
    [['env', 'pull'], 'Use: envhold pull'],
    [['env'], 'envhold environments'],
    [['secrets'], 'envhold get KEY'],
    [['secrets', 'set', 'KEY=secret'], 'Use: envhold set'],
    [['export'], 'Use: envhold pull --format shell --output -'],
    [['status'], 'envhold whoami'],
    [['--env', 'x', 'pull'], 'No command was given'],
    [['pull', 'extra'], 'takes no operands'],
    [['get'], 'needs KEY'],
    [['history', '--limit', '0'], '--limit'],
    [['completion', 'tcsh'], 'bash, zsh, fish'],
  ])('%j is wrong usage', async (words, hint) => {
    const { code, out, err } = await home.envhold(words)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(hint)
  })

  test('errors are JSON with --json', async () => {
    const { code, out, err } = await home.envhold(['whoami', '--json'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(JSON.parse(err)).toMatchObject({ error: 'NOT_LOGGED_IN' })
  })

  test('errors are text if --json belongs to the command that is run', async () => {
    const { err } = await home.envhold(['run', '--', 'node', '--json'])
    expect(err).toMatch(/^Error: /)
  })

  test('no colors without a terminal', async () => {
    const { out, err } = await home.envhold(['help', 'pull'])
    expect(`${out}${err}${(await home.envhold(['pull'])).err}`).not.toContain('\u001b')
  })

  test('a broken .envhold.json is named, with how to fix it', async () => {
    const { writeFile } = await import('node:fs/promises')
    await writeFile(`${home.folder}/.envhold.json`, '{ broken')
    const { code, err } = await home.envhold(['pull'])
    expect(code).toBe(1)
    expect(err).toContain('.envhold.json is not a JSON object')
    expect(err).toContain('envhold init')
  })
})

test.each(mainNames)('help of %s has an example that begins with the command', async (name) => {
  const { name: own, summary, examples } = await loadCommand(name)
  expect(own).toBe(name)
  expect(summary).not.toMatch(/\.$/)
  expect(examples.some(([line]) => line.includes(`envhold ${name}`))).toBe(true)
})
