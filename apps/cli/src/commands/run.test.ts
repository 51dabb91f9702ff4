import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { instanceHere } from '../../../../dev/world/instance-here.ts'
import {
  type CliWorld,
  cliWorld,
  finished,
  fullFile,
  hasFullFile,
  logInAndInit,
  seeded,
} from '../../tests/cli-world.ts'

let world: CliWorld
beforeAll(async () => {
  world = await cliWorld()
  await logInAndInit(world)
})
afterAll(() => world.stop())
beforeEach(() => world.put(world.development, seeded))

const shell = (script: string) => ['run', '--', 'sh', '-c', script]

describe('run', () => {
  test('starts the command with the variables, and prints nothing itself', async () => {
    const { code, out, err } = await world.envhold(shell('echo "$GREETING:$PORT"'))
    expect({ code, out, err }).toEqual({ code: 0, out: 'hello world:3000\n', err: '' })
  })

  test('passes on arguments, stdin and the exit code', async () => {
    const script = 'cat; echo "$1|$2"; exit 7'
    const words = ['run', '--', 'sh', '-c', script, 'sh', '--json', 'a b']
    const { code, out } = await world.envhold(words, { input: 'in\n' })
    expect({ code, out }).toEqual({ code: 7, out: 'in\n--json|a b\n' })
  })

  test('the variables override others, unless told otherwise', async () => {
    const env = { PORT: '1' }
    expect((await world.envhold(shell('echo $PORT'), { env })).out).toBe('3000\n')
    const kept = ['run', '--preserve-env', '--', 'sh', '-c', 'echo $PORT']
    expect((await world.envhold(kept, { env })).out).toBe('1\n')
  })

  test('does not pass on the token', async () => {
    const env = { ENVHOLD_TOKEN: world.apiKey }
    expect((await world.envhold(shell('echo "[$ENVHOLD_TOKEN]"'), { env })).out).toBe('[]\n')
    const kept = ['run', '--keep-token', '--', 'sh', '-c', 'test -n "$ENVHOLD_TOKEN"']
    expect((await world.envhold(kept, { env })).code).toBe(0)
  })

  test('rejects names that take over a process', async () => {
    await world.put(world.development, { NODE_OPTIONS: '--require /tmp/x.js', PORT: '1' })
    const { code, out, err } = await world.envhold(shell('echo started'))
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('NODE_OPTIONS')
    expect(err).not.toContain('/tmp/x.js')
    const allowed = ['run', '--allow-unsafe', '--', 'sh', '-c', 'echo $NODE_OPTIONS']
    expect((await world.envhold(allowed)).out).toBe('--require /tmp/x.js\n')
  })

  test.runIf(hasFullFile).each([[['get', 'PORT']], [['pull', '-o', '-']], [['variables']]])(
    '%j says that stdout cannot be written, too',
    async (words) => {
      const { code, err } = await world.envhold(words, { stdout: fullFile })
      expect(code).toBe(1)
      expect(err).toContain('Error: write failed (ENOSPC).')
    },
  )

  test('a command that does not exist', async () => {
    const { code, err } = await world.envhold(['run', '--', 'no-such-command-here'])
    expect(code).toBe(127)
    expect(err).toContain('no-such-command-here was not found')
    expect((await world.envhold(['run'])).code).toBe(2)
  })

  test('a file that is no program exits 126, as with env', async () => {
    const file = join(world.folder, 'notes.txt')
    await writeFile(file, 'text', { mode: 0o644 })
    const { code, err } = await world.envhold(['run', '--', file])
    expect(code).toBe(126)
    expect(err).toContain('cannot be run')
  })

  test.each([
    ['run', 'echo', 'hi'],
    ['run', '--env', 'production', 'npm', 'start', '--port', '80'],
    ['run', 'sh', '-c', 'echo secret'],
  ])('%j says where -- goes, and shows one word only', async (...words) => {
    const { code, out, err } = await world.envhold(words)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/Put -- before the command\.\nFor example: envhold run -- (echo|npm|sh) …/)
    expect(err).not.toContain('secret')
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2'] as const)('%s reaches the command', async (signal) => {
    const name = signal.slice(3)
    const script = `trap 'echo got ${name}; exit 42' ${name}; echo ready; while :; do sleep 0.05; done`
    const child = spawn(process.execPath, [world.bundle, ...shell(script)], {
      cwd: world.folder,
      env: world.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.once('data', () => child.kill(signal))
    expect(await finished(child)).toMatchObject({ code: 42, out: `ready\ngot ${name}\n` })
  })

  test('ends like the command: by a signal', async () => {
    const { code, signal } = await world.envhold(shell('kill -TERM $$'))
    expect({ code, signal }).toEqual({ code: null, signal: 'SIGTERM' })
  })
})

describe('run --redact', () => {
  const redacted = (script: string, ...more: string[]) => [
    'run',
    '--redact',
    ...more,
    '--',
    'sh',
    '-c',
    script,
  ]

  test('masks values on stdout and stderr, in any form, and names what it does not mask', async () => {
    const script = `echo "url $DATABASE_URL"; echo "hi $GREETING!" >&2; echo "on $PORT"
      printf %s "$GREETING" | base64; printf hello; sleep 0.02; echo ' world'; exit 3`
    const { code, out, err } = await world.envhold(redacted(script))
    expect({ code, out }).toEqual({ code: 3, out: 'url ***\non 3000\n***\n***\n' })
    expect(err).toContain('hi ***!')
    expect(err).toContain('Not masked, because shorter than 6 characters: PORT')
  })

  test('a prompt appears while the command waits', async () => {
    const script = 'printf "Say hello w"; read answer; echo "got $answer"'
    const child = spawn(process.execPath, [world.bundle, ...redacted(script)], {
      cwd: world.folder,
      env: world.environment,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await expect.poll(() => output, { timeout: 10_000 }).toBe('Say hello w')
    child.stdin.end('hello world\n')
    const { code } = await finished(child)
    expect({ code, output }).toEqual({ code: 0, output: 'Say hello wgot ***\n' })
  })

  test('loses nothing of long output, and lets a reader leave', async () => {
    const count = await world.envhold(redacted('seq 1 200000; echo "$GREETING"'))
    expect(count.out.length).toBe(1_288_895 + '***\n'.length)
    const pipe = `'${process.execPath}' '${world.bundle}' run --redact -- yes "hello world" | head -n 2`
    const child = spawn('sh', ['-c', pipe], { cwd: world.folder, env: world.environment })
    expect(await finished(child)).toMatchObject({ code: 0, out: '***\n***\n' })
  })

  test.runIf(hasFullFile)('says that stdout cannot be written', async () => {
    for (const script of [
      'echo hi',
      'echo hi; sleep 0.2; echo ho',
      'seq 1 200000; exit 3',
      'printf "hello w"',
    ]) {
      const { code, err } = await world.envhold(redacted(script), { stdout: fullFile })
      expect({ code, script }).toEqual({ code: 1, script })
      expect(err).toContain('Error: write failed (ENOSPC).')
    }
  })

  test('passes signals and ends like the command', async () => {
    const script = `trap 'echo got TERM; exit 42' TERM; echo ready; while :; do sleep 0.05; done`
    const child = spawn(process.execPath, [world.bundle, ...redacted(script)], {
      cwd: world.folder,
      env: world.environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    child.stdout.once('data', () => child.kill('SIGTERM'))
    expect(await finished(child)).toMatchObject({ code: 42, out: 'ready\ngot TERM\n' })
    const killed = await world.envhold(redacted('kill -TERM $$'))
    expect({ code: killed.code, signal: killed.signal }).toEqual({ code: null, signal: 'SIGTERM' })
    const absent = await world.envhold(['run', '--redact', '--', 'no-such-command-here'])
    expect(absent.code).toBe(127)
    expect(absent.err).toContain('was not found')
  })

  test('a signal ends it while what the command has started still writes', async () => {
    const child = spawn(process.execPath, [world.bundle, ...redacted('sleep 60 & echo "$$ $!"')], {
      cwd: world.folder,
      env: world.environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const line = await new Promise((resolve) => child.stdout.once('data', resolve))
    const [command, started] = String(line).split(' ').map(Number)
    const isRunning = () => existsSync(`/proc/${command}`)
    await expect.poll(isRunning).toBe(false)
    child.kill('SIGTERM')
    expect((await finished(child)).signal).toBe('SIGTERM')
    process.kill(started!)
  })

  test('masks variables that are already set and not overridden, and the token', async () => {
    const env = { ENVHOLD_TOKEN: world.token, GREETING: 'set before' }
    const script = 'echo "$GREETING $ENVHOLD_TOKEN"'
    const { out } = await world.envhold(redacted(script, '--preserve-env', '--keep-token'), { env })
    expect(out).toBe('*** ***\n')
  })
})

describe('--offline-fallback', () => {
  test('uses the last copy while the server is unreachable, and says so; only its own token opens the copy', async () => {
    const second = await cliWorld()
    try {
      await logInAndInit(second)
      const words = ['run', '--offline-fallback', '--', 'sh', '-c', 'echo $PORT']
      expect((await second.envhold(words)).err).toBe('')
      await second.server.stop()

      const away = await second.envhold(words)
      expect({ code: away.code, out: away.out }).toEqual({ code: 0, out: '3000\n' })
      expect(away.err).toContain('cannot be reached')
      const pulled = await second.envhold(['pull', '--offline-fallback', '--json', '-o', '-'])
      expect(JSON.parse(pulled.out)).toMatchObject({ offline: true, variables: seeded })

      expect((await second.envhold(['run', '--', 'true'])).code).toBe(1)
      const other = await second.envhold(words, { env: { ENVHOLD_TOKEN: second.readOnlyToken } })
      expect({ code: other.code, out: other.out }).toEqual({ code: 1, out: '' })

      const config = join(second.home, '.config/envhold')
      for (const name of await readdir(config, { recursive: true, withFileTypes: true }))
        if (name.isFile())
          expect(await readFile(join(name.parentPath, name.name), 'latin1')).not.toContain('hello world')
    } finally {
      await second.stop()
    }
  })

  test('does not replace a file that is from a later version than the copy', async () => {
    const second = await cliWorld()
    try {
      await logInAndInit(second)
      const file = join(second.folder, '.env')
      const pull = (...words: string[]) => second.envhold(['pull', '--offline-fallback', ...words])
      expect((await pull()).code).toBe(0)
      await writeFile(file, (await readFile(file, 'utf8')).replace('3000', '3001'))
      expect((await second.envhold(['push', '--yes'])).code).toBe(0)
      await second.server.stop()
      const result = await pull()
      expect([result.code, await readFile(file, 'utf8')]).toEqual([0, expect.stringContaining('PORT=3001')])
      expect(result.err).toContain('.env is from a later version than this copy, and stays as it is.')
      expect((await pull('--force')).code).toBe(0)
      expect(await readFile(file, 'utf8')).toContain('PORT=3000')
    } finally {
      await second.stop()
    }
  })

  test('does not hide a rejection', async () => {
    const words = ['get', 'PORT', '--offline-fallback']
    expect((await world.envhold(words)).code).toBe(0)
    const wrong = `ppt_${'A'.repeat(13)}_${'b'.repeat(49)}`
    const { code, out } = await world.envhold(words, { env: { ENVHOLD_TOKEN: wrong } })
    expect({ code, out }).toEqual({ code: 1, out: '' })
  })
})

describe('the activity log', () => {
  test('warns if it differs from the last one, until the user accepts it', async () => {
    const heads = join(world.home, '.config/envhold/activity-heads.json')
    expect((await world.envhold(['get', 'PORT'])).err).toBe('')
    const seen = JSON.parse(await readFile(heads, 'utf8'))
    seen[world.server.url].mac = 'A'.repeat(43)
    await writeFile(heads, JSON.stringify(seen))

    const warned = await world.envhold(['get', 'PORT'])
    expect(warned).toMatchObject({ code: 0, out: '3000' })
    expect(warned.err).toContain('was rewritten')
    expect((await world.envhold(['get', 'PORT'])).err).toContain('was rewritten')

    await world.envhold(['login', '--server', world.server.url], { input: world.token })
    expect((await world.envhold(['get', 'PORT'])).err).toBe('')
  })

  test('warns if it went back to an earlier head', async () => {
    const heads = join(world.home, '.config/envhold/activity-heads.json')
    await world.envhold(['get', 'PORT'])
    const seen = JSON.parse(await readFile(heads, 'utf8'))
    seen[world.server.url].sequence += 1_000
    await writeFile(heads, JSON.stringify(seen))
    expect((await world.envhold(['get', 'PORT'])).err).toContain('was rewritten')
    await rm(heads)
  })
})

test('a server that does not answer like Envhold', async () => {
  const { code, err } = await world.envhold(['get', 'PORT'], {
    env: { ENVHOLD_SERVER: 'http://127.0.0.1:9', ENVHOLD_TOKEN: world.token },
  })
  expect(code).toBe(1)
  expect(err).toContain('cannot be reached')
  const started = await instanceHere()
  const elsewhere = { ENVHOLD_SERVER: `${started.url}/nowhere`, ENVHOLD_TOKEN: world.token }
  const wrong = await world.envhold(['get', 'PORT'], { env: elsewhere })
  await started.stop()
  expect(wrong.code).toBe(1)
})
