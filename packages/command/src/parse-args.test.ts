import { describe, expect, test } from 'vitest'
import { type CommandForm, help, type Program } from './command.ts'
import { parseArguments as parse } from './parse-args.ts'
import { UsageError } from './user-error.ts'

const options = {
  force: { type: 'boolean', help: '' },
  env: { type: 'string', short: 'e', value: 'NAME', help: '' },
  format: { type: 'string', value: 'FORMAT', choices: ['json', 'yaml'], help: '' },
} as const
const base = {
  name: 'try',
  summary: '',
  operands: '[FILE]',
  options,
  examples: [],
} as const
const plain: CommandForm = base
const wrapping: CommandForm = { ...base, takesRest: true }
const program: Program = { name: 'try', everywhere: { json: { type: 'boolean', help: '' }, help } }
const parseArguments = (command: CommandForm, words: readonly string[]) => parse(program, command, words)

describe('parseWords', () => {
  test('parses options in every spelling, and operands between them', () => {
    const { options: parsedOptions, operands } = parseArguments(plain, ['--env=a=b', 'file', '--force'])
    expect(parsedOptions).toEqual({ force: true, env: 'a=b', format: undefined, json: false, help: false })
    expect(operands).toEqual(['file'])
    expect(parseArguments(plain, ['-e', 'prod']).options.env).toBe('prod')
    expect(parseArguments(plain, ['-eprod']).options.env).toBe('prod')
  })

  test('collects an option that may be given several times', () => {
    const listing = { ...base, options: { head: { type: 'list', value: 'HEAD', help: '' } } } as const
    expect(parseArguments(listing, []).options.head).toEqual([])
    expect(parseArguments(listing, ['--head', 'a', '--head=b']).options.head).toEqual(['a', 'b'])
    expect(() => parseArguments(listing, ['--head'])).toThrow('--head needs a value: HEAD.')
  })

  test('leaves everything after -- alone', () => {
    expect(parseArguments(wrapping, ['-e', 'x', '--', 'cmd', '--force', '--', '-x'])).toMatchObject({
      options: { env: 'x', force: false },
      operands: [],
      rest: ['cmd', '--force', '--', '-x'],
    })
    expect(parseArguments(plain, ['--', '--force']).operands).toEqual(['--force'])
  })

  test.each([
    ['an unknown option', ['--forse'], 'Did you mean --force?'],
    ['a missing value', ['--env'], ''],
    ['an option in a value’s place', ['--env', '--force'], ''],
    ['an empty value', ['--env='], ''],
    ['a value for a flag', ['--force=yes'], ''],
    ['a value that is not a choice', ['--format', 'toml'], ''],
    ['a name of Object', ['--constructor'], ''],
  ])('refuses %s', (_, words, hint) => {
    const attempt = () => parseArguments(plain, words)
    expect(attempt).toThrow(UsageError)
    try {
      attempt()
    } catch (error) {
      expect(error instanceof UsageError && error.hint).toContain(hint)
    }
  })

  test('never shows a value', () => {
    expect(() => parseArguments(plain, ['--secret=hunter2'])).toThrow(/^((?!hunter2).)*$/s)
  })
})
