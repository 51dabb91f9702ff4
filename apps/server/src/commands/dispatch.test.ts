import { spawnSync } from 'node:child_process'
import { parseServerSecret } from '@envhold/integrity/server-secret.ts'
import { describe, expect, test } from 'vitest'
import { commandNames, loadCommand } from './command-table.ts'
import { dispatch } from './dispatch.ts'

/** Runs words in this process. */
async function run(...words: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const outputs = {
    info: (line: string) => void out.push(line),
    warn: (line: string) => void err.push(line),
  }
  const code = await dispatch(words, outputs)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

test.each([
  [['bakup'], 64, 'Did you mean: envhold-server backup'],
  [['operator', 'suspnd'], 2, 'Did you mean: envhold-server operator suspend'],
  [['verify', '--hed', 'x'], 64, 'Did you mean --head?'],
  [['restore'], 2, 'needs NAME|PATH'],
  [['--accept-restored'], 64, 'No command was given'],
  [['secret', 'new', '0'], 2, 'NUMBER is 1 to 255'],
  [['secret', 'new', '256'], 2, 'NUMBER is 1 to 255'],
] as const)('%j is wrong usage, and the message says what is right', async (words, code, message) => {
  expect(await run(...words)).toMatchObject({ code, out: '', err: expect.stringContaining(message) })
})

test('without a command, the overview goes to standard error', async () => {
  expect(await run()).toMatchObject({ code: 64, out: '', err: expect.stringContaining('Commands:') })
})

test('a secret is made by its number, also by the option that made it before', async () => {
  for (const words of [
    ['secret', 'new', '7'],
    ['serve', '--new-server-secret', '7'],
  ])
    expect(parseServerSecret((await run(...words)).out).kid).toBe(7)
})

test('no option of two commands of a group differs, since completion joins them', async () => {
  for (const name of commandNames) {
    const loaded = await loadCommand(name)
    if (!('commands' in loaded)) continue
    const types = new Map<string, string>()
    for (const { options } of loaded.commands)
      for (const [option, { type }] of Object.entries(options))
        expect([option, types.set(option, types.get(option) ?? type).get(option)]).toEqual([option, type])
  }
})

describe('completion', () => {
  test('bash offers commands, the commands of a group, and options', async () => {
    const { out } = await run('completion', 'bash')
    const offered = (...words: readonly string[]) => {
      const line = words.map((word) => `'${word}'`).join(' ')
      const script = `${out}\nCOMP_WORDS=(envhold-server ${line}); COMP_CWORD=${words.length}; _envhold_server; echo "\${COMPREPLY[*]}"`
      return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim()
    }
    expect(offered('health')).toBe('healthcheck')
    expect(offered('backup', 'ver')).toBe('verify')
    expect(offered('operator', 'suspend', '--rea')).toBe('--reason')
  })
})
