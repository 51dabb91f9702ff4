// envhold edit at a terminal, with an editor that is a script.

import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, hasTerminal, typeAtTerminal } from './at-terminal.ts'
import { type CliWorld, cliWorld, logInAndInit, seeded, writeProgram } from './cli-world.ts'

let world: CliWorld
let memory: string
beforeAll(async () => {
  world = await cliWorld()
  await logInAndInit(world)
  memory = join(world.home, 'memory')
  await mkdir(memory, { mode: 0o700 })
  // What the editor saw, for the test to look at.
  await writeProgram(
    world.bin,
    'look',
    'stat -c "%a %n" "$1" "$(dirname "$1")" > "$HOME/seen"; cat "$1" >> "$HOME/seen"',
  )
})
afterAll(() => world.stop())
beforeEach(() => world.put(world.development, seeded))

const seen = () => readFile(join(world.home, 'seen'), 'utf8')
const present = async (id = world.development) => {
  const { variables, details } = await world.ada.client.call(readVariables, { params: { id } })
  return {
    variables,
    notes: Object.fromEntries(Object.entries(details).map(([key, { note }]) => [key, note])),
  }
}
const note = (key: string, text: string) =>
  world.ada.client.call(writeVariables, {
    params: { id: world.development },
    body: { variables: {}, mode: 'merge', details: { [key]: { note: text } } },
  })

/** The editor is a shell script that gets the file as `$1`; the text of another run is the answer. */
const withEditor = async (
  edits: string,
  answers: [string | RegExp, Answer][] = [],
  { words = [], env = {} }: { words?: readonly string[]; env?: Record<string, string> } = {},
) => {
  await writeProgram(world.bin, 'fake-editor', `look "$1"\n${edits}`)
  return typeAtTerminal(world, ['edit', ...words], {
    answers,
    env: { EDITOR: 'fake-editor', XDG_RUNTIME_DIR: memory, ...env },
  })
}
const yes: [string, string] = ['[y/N] ', 'y\r']

describe.runIf(hasTerminal)('edit', () => {
  test('opens the variables with notes, shows what changes without values, and saves one version', async () => {
    await note('PORT', 'Of the shop')
    const edits = `sed -i -e 's/3000/3001/' -e '/^GREETING/d' "$1"; printf '# Of Stripe\\nKEY="a\\nb"\\n' >> "$1"`
    const { code, screen } = await withEditor(edits, [
      ['Save to shop/development: 1 added, 1 changed, 1 removed? [y/N] ', 'y\r'],
    ])
    expect(code).toBe(0)
    expect(screen).toContain('~ PORT      •••••••• → ••••••••')
    expect(screen).toMatch(/Saved to shop\/development: .* \(version \d+\)/)
    expect(screen).not.toMatch(/3001|postgres:|hello/)
    expect(await seen()).toContain('# Of the shop\nPORT=3000\n')
    const { GREETING: _, ...kept } = seeded
    expect(await present()).toEqual({
      variables: { ...kept, PORT: '3001', KEY: 'a\nb' },
      notes: { PORT: 'Of the shop', KEY: 'Of Stripe' },
    })
    const { versions } = JSON.parse((await world.envhold(['history', '--json', '-n', '1'])).out)
    expect(versions[0]).toMatchObject({ added: ['KEY'], changed: ['PORT'], removed: ['GREETING'] })
  })

  test('keeps every byte of the values that were not edited', async () => {
    const bytes = { CRLF: 'a\r\nb\r\n', CR: 'a\rb', SPACES: 'end  \n x ', NEWLINE: 'a\n' }
    await world.put(world.development, { ...seeded, ...bytes })
    const { code, screen } = await withEditor(`sed -i -e 's/3000/3001/' "$1"`, [
      ['Save to shop/development: 1 changed? [y/N] ', 'y\r'],
    ])
    expect(code).toBe(0)
    expect(screen).toContain('a .env text cannot hold CR, CRLF')
    expect((await present()).variables).toEqual({ ...seeded, ...bytes, PORT: '3001' })
  })

  test('the file is private, in memory, and gone afterwards', async () => {
    const { code, screen } = await withEditor('sleep 1')
    expect(code).toBe(0)
    expect(screen).toContain('Nothing changed.')
    const [file, folder] = (await seen()).split('\n')
    expect(file).toMatch(new RegExp(`^600 ${memory}/envhold-\\w+/development\\.env$`))
    expect(folder).toMatch(/^700 /)
    expect(screen).not.toContain('code --wait')
    expect(await readdir(memory)).toEqual([])
  })

  test('an editor that does not wait for its window is told apart', async () => {
    const { code, screen } = await withEditor('exit 0')
    expect(code).toBe(0)
    expect(screen).toContain('An editor with its own window has to wait for it, as in: EDITOR="code --wait"')
  })

  test('VISUAL comes first and may have arguments', async () => {
    await writeProgram(world.bin, 'window', 'test "$1 $2" = "--wait a b" && echo MORE=1 >> "$3"')
    const env = { VISUAL: 'window --wait "a b"' }
    const { code } = await withEditor('exit 3', [yes], { env })
    expect(code).toBe(0)
    expect((await present()).variables).toEqual({ ...seeded, MORE: '1' })
  })

  test('a removed comment removes the note, and a due day stays', async () => {
    await note('PORT', 'Of the shop')
    await world.envhold(['set', 'PORT=3000', '--due', '2031-01-31'])
    const { screen } = await withEditor(`sed -i '/^# Of the/d' "$1"`, [yes])
    expect(screen).toContain('~ PORT  its note')
    expect((await present()).notes).toEqual({ PORT: null })
    const { details } = await world.ada.client.call(readVariables, { params: { id: world.development } })
    expect(details.PORT?.due).toBe('2031-01-31')
  })

  test('named keys are edited alone', async () => {
    const { code } = await withEditor(`sed -i 's/3000/3002/' "$1"`, [yes], { words: ['PORT'] })
    expect(code).toBe(0)
    expect(await seen()).not.toContain('GREETING')
    expect((await present()).variables).toEqual({ ...seeded, PORT: '3002' })
    const unknown = await withEditor('exit 0', [], { words: ['PROT'] })
    expect(unknown).toMatchObject({ code: 1, screen: expect.stringContaining('Did you mean PORT?') })
  })

  test('an unparsable text is said with its line, and edited again', async () => {
    const edits = `if grep -q nonsense "$1"; then sed -i 's/nonsense.*/MENDED=1/' "$1"; else echo 'nonsense s3cret' >> "$1"; fi`
    const { code, screen } = await withEditor(edits, [
      [/line 7: this line is neither .*development.env until you answer..*again\? \[y\/N\] /s, 'y\r'],
      ['1 added? [y/N] ', 'y\r'],
    ])
    expect(code).toBe(0)
    expect(screen).not.toContain('s3cret')
    expect((await present()).variables).toEqual({ ...seeded, MENDED: '1' })
  })

  test('giving up deletes the text', async () => {
    const { code, screen } = await withEditor('echo nonsense >> "$1"', [['again? [y/N] ', 'n\r']])
    expect(code).toBe(1)
    expect(screen).toContain('Your text has been deleted.')
    expect(await readdir(memory)).toEqual([])
    const declined = await withEditor('echo A=1 >> "$1"', [
      ['1 added? [y/N] ', 'n\r'],
      ['again? [y/N] ', 'n\r'],
    ])
    expect(declined).toMatchObject({ code: 1, screen: expect.stringContaining('Nothing was written.') })
    expect((await present()).variables).toEqual(seeded)
  })

  test.each([
    ['that fails', 'echo A=1 >> "$1"; exit 4', {}, 'exited with code 4. Nothing was written.'],
    ['that is missing', '', { EDITOR: 'no-such-editor' }, '“no-such-editor” was not found'],
    ['that removes the file', 'rm "$1"', {}, 'The editor has removed the file.'],
  ])('with an editor %s nothing is saved', async (_, edits, env, message) => {
    const { code, screen } = await withEditor(edits, [['again? [y/N] ', 'n\r']], { env })
    expect(code).toBe(1)
    expect(screen).toContain(message)
    expect((await present()).variables).toEqual(seeded)
    expect(await readdir(memory)).toEqual([])
  })

  test.each(['SIGTERM', 'SIGHUP'] as const)(
    '%s while the editor is open removes the file',
    async (signal) => {
      await rm(join(world.home, 'pid'), { force: true })
      const running = withEditor('echo $PPID > "$HOME/pid"; exec sleep 20')
      let pid = 0
      for (let tries = 0; tries < 200 && !pid; tries++) {
        await wait(50)
        pid = Number(await readFile(join(world.home, 'pid'), 'utf8').catch(() => 0))
      }
      expect(await readdir(memory)).toHaveLength(1)
      process.kill(pid, signal)
      await running
      expect(await readdir(memory)).toEqual([])
    },
  )

  test('Ctrl-C at the question removes it, too', async () => {
    const { code } = await withEditor('echo A=1 >> "$1"', [['[y/N] ', '\u0003']])
    expect(code).toBe(130)
    expect(await readdir(memory)).toEqual([])
  })

  test('what someone else wrote meanwhile stays, and is shown', async () => {
    const meanwhile = `echo MINE=1 >> "$1"; envhold-other`
    const other = `'${process.execPath}' '${world.bundle}' set THEIRS=2 GREETING=theirs`
    await writeProgram(world.bin, 'envhold-other', other)
    const third = async () => {
      await world.envhold(['set', 'THIRD=3'])
      return 'y\r'
    }
    const { code, screen } = await withEditor(meanwhile, [
      ['1 added? [y/N] ', third],
      [/Compared with the current.*1 added\? \[y\/N\] /s, 'y\r'],
    ])
    expect(code).toBe(0)
    expect(screen).toMatch(/which you opened:\s+version \d+, ada .*, just now: .*THEIRS/)
    expect(screen).toMatch(/which this was compared with:.*THIRD/s)
    expect((await present()).variables).toEqual({
      ...seeded,
      GREETING: 'theirs',
      MINE: '1',
      THEIRS: '2',
      THIRD: '3',
    })
  })

  test('the same key changed twice is named, and --yes does not overwrite it', async () => {
    const other = `'${process.execPath}' '${world.bundle}' set PORT=theirs`
    await writeProgram(world.bin, 'envhold-other', other)
    const edits = `envhold-other; sed -i 's/^PORT=.*/PORT=mine/' "$1"`
    const unasked = await withEditor(edits, [['again? [y/N] ', 'n\r']], { words: ['--yes'] })
    expect(unasked).toMatchObject({
      code: 1,
      screen: expect.stringContaining('changed PORT since you opened'),
    })
    expect((await present()).variables.PORT).toBe('theirs')
    await world.put(world.development, seeded)
    const finished = await withEditor(edits, [yes])
    expect(finished.screen).toContain('someone else has changed PORT, too. Saving keeps yours.')
    expect((await present()).variables.PORT).toBe('mine')
  })

  test('ambiguous values cause a warning with their line, and are not saved with --yes', async () => {
    const edits = `echo 'PASSWORD=abc#def' >> "$1"`
    const { screen } = await withEditor(edits, [['again? [y/N] ', 'n\r']], { words: ['--yes'] })
    expect(screen).toContain('line 7, PASSWORD: ')
    expect(screen).toContain('other tools read these values of your text differently: PASSWORD')
    expect((await present()).variables).toEqual(seeded)
  })

  test('a text without variables does not empty the environment by accident', async () => {
    const refused = await withEditor(': > "$1"', [['again? [y/N] ', 'n\r']], { words: ['--yes'] })
    expect(refused.screen).toContain('this would remove all of them')
    expect((await present()).variables).toEqual(seeded)
    await withEditor(': > "$1"', [], { words: ['--yes', '--allow-empty'] })
    expect((await present()).variables).toEqual({})
  })

  test('a protected environment asks for its name, and an empty one can be filled', async () => {
    const params = { projectId: world.projectId }
    const { environment } = await world.ada.client.call(createEnvironment, { params, body: { name: 'live' } })
    const words = ['--env', 'live']
    expect((await withEditor('echo A=1 >> "$1"', [yes], { words })).code).toBe(0)
    const question = 'This replaces 1 variable in live, which is protected. Type its name to continue: '
    const edits = `sed -i 's/A=1/A=2/' "$1"`
    const { code } = await withEditor(edits, [[question, 'live\r']], { words })
    expect(code).toBe(0)
    expect((await present(environment.id)).variables).toEqual({ A: '2' })
  })

  test('without write access the editor does not open', async () => {
    await rm(join(world.home, 'seen'), { force: true })
    const { code } = await withEditor('', [], { env: { ENVHOLD_TOKEN: world.apiKey } })
    expect(code).toBe(1)
    await expect(seen()).rejects.toThrow()
  })

  test('in a folder that is not set up it asks for the environment', async () => {
    const folder = join(world.home, 'elsewhere')
    await mkdir(folder)
    await writeProgram(world.bin, 'fake-editor', 'echo A=1 >> "$1"')
    const { code } = await typeAtTerminal(world, ['edit'], {
      cwd: folder,
      env: { EDITOR: 'fake-editor' },
      answers: [
        ['Which environment? [1-3] ', 'development\r'],
        ['in .envhold.json? [y/N] ', 'n\r'],
        ['1 added? [y/N] ', 'y\r'],
      ],
    })
    expect(code).toBe(0)
    expect((await present()).variables).toMatchObject({ A: '1' })
  })
})

test('without a terminal it names what works without one', async () => {
  const { code, err } = await world.envhold(['edit'], { env: { EDITOR: 'true' } })
  expect(code).toBe(1)
  expect(err).toContain('envhold edit needs a terminal')
  expect(err).toContain('envhold push FILE, or envhold set KEY=VALUE')
})
