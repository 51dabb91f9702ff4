import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bashCompletion } from '@envhold/command/completion/bash.ts'
import { type DescribedProgram, describeProgram } from '@envhold/command/completion/described.ts'
import { fishCompletion } from '@envhold/command/completion/fish.ts'
import { zshCompletion } from '@envhold/command/completion/zsh.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../../tests/cli-world.ts'
import { program } from '../command.ts'
import { commandNames, loadCommand } from '../command-table.ts'

let home: CliHome
let described: DescribedProgram
beforeAll(async () => {
  home = await cliHome()
  const commands = commandNames.map(async (name) => [name, await loadCommand(name)] as const)
  described = describeProgram(program, await Promise.all(commands))
  await writeFile(join(home.folder, 'app.env'), '')
})
afterAll(() => home.remove())

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0
const shell = (program: string, script: string) =>
  spawnSync(program, ['-c', script], { cwd: home.folder, encoding: 'utf8', env: home.environment })

test('the command prints the script', async () => {
  expect((await home.envhold(['completion', 'bash'])).out).toBe(bashCompletion(described))
})

/** What bash offers for a line whose last word is being typed. */
const inBash = (...words: string[]) => inBashAfter('', ...words)
const inBashAfter = async (setup: string, ...words: string[]): Promise<string[]> => {
  const script = join(home.home, 'completion.bash')
  await writeFile(script, bashCompletion(described))
  const list = words.map((word) => `'${word}'`).join(' ')
  const { stdout, stderr } = shell(
    'bash',
    `${setup} source '${script}'; COMP_WORDS=(envhold ${list}); COMP_CWORD=${words.length}; _envhold; printf '%s\\n' "\${COMPREPLY[@]}"`,
  )
  expect(stderr).toBe('')
  return stdout.split('\n').filter(Boolean)
}

describe('bash', () => {
  test('offers commands, options, choices and files', async () => {
    expect(await inBash('pu')).toEqual(['pull', 'push'])
    expect(await inBash('pull', '--f')).toEqual(['--format', '--force'])
    expect(await inBash('pull', '--format', '')).toEqual(['dotenv', 'json', 'yaml', 'github', 'shell'])
    expect(await inBash('pull', '--dialect', '=', 'do')).toEqual(['docker'])
    expect(await inBash('push', 'app')).toEqual(['app.env'])
    expect(await inBash('pull', '-o', 'app')).toEqual(['app.env'])
    expect(await inBash('completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(await inBash('help', 'roll')).toEqual(['rollback'])
    expect(await inBash('audit', '')).toEqual(['download', 'verify'])
    expect(await inBash('audit', 'verify', 'app')).toEqual(['app.env'])
    expect(await inBash('projects', '')).toEqual([])
  })

  test('offers a file name with spaces and a star as one', async () => {
    await writeFile(join(home.folder, 'my * app.env'), '')
    for (const words of [
      ['push', 'my'],
      ['pull', '-o', 'my'],
      ['audit', 'verify', 'my'],
      ['run', '--', 'cat', 'my'],
    ])
      expect(await inBash(...words)).toEqual(['my * app.env'])
    // As in bash 3.2, where nothing else quotes it.
    expect(await inBashAfter('enable -n compopt;', 'push', 'my')).toEqual(['my\\ \\*\\ app.env'])
  })

  test('after run -- offers programs, then files', async () => {
    expect(await inBash('run', '--', 'mkdi')).toContain('mkdir')
    expect(await inBash('run', '--', 'cat', 'app')).toEqual(['app.env'])
  })
})

describe.runIf(has('zsh'))('zsh', () => {
  test('accepts the script', async () => {
    const script = join(home.home, '_envhold')
    await writeFile(script, zshCompletion(described))
    expect(
      shell('zsh', `zsh -n '${script}' && autoload -U compinit && compinit -u && source '${script}'`),
    ).toMatchObject({
      status: 0,
      stderr: '',
    })
  })
})

describe.runIf(has('fish'))('fish', () => {
  test('offers commands, options and choices', async () => {
    const script = join(home.home, 'envhold.fish')
    await writeFile(script, fishCompletion(described))
    const offers = (line: string) =>
      shell('fish', `source '${script}'; complete -C '${line}'`)
        .stdout.split('\n')
        .map((entry) => entry.split('\t')[0])
        .filter(Boolean)
    expect(offers('envhold pu')).toEqual(['pull', 'push'])
    expect(offers('envhold pull --dial')).toEqual(['--dialect'])
    expect(offers('envhold pull --format y')).toEqual(['yaml'])
    expect(offers('envhold push app')).toEqual(['app.env'])
    expect(offers('envhold audit ver')).toEqual(['verify'])
    expect(offers('envhold audit verify app')).toEqual(['app.env'])
  })
})

test('scripts quote the content of help texts', () => {
  const command = {
    name: 'try',
    summary: "it's [a] thing: $(touch x)",
    options: [{ name: 'opt', short: undefined, help: "it's `x` \\ $y", choices: null, file: false }],
    operands: 'none',
    thenFile: false,
  } as const
  const tricky = { name: 'try', identifier: 'try', commands: [command], wrapping: undefined }
  expect(zshCompletion(tricky)).toContain("'try:it'\\''s \\[a\\] thing\\: $(touch x)'")
  expect(fishCompletion(tricky)).toContain("'it\\'s `x` \\\\ $y'")
})
