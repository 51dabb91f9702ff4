import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CliWorld, cliWorld, logInAndInit, seeded } from '../../tests/cli-world.ts'

let world: CliWorld
beforeAll(async () => {
  world = await cliWorld()
  await logInAndInit(world)
})
afterAll(() => world.stop())

const path = (name: string) => join(world.folder, name)
const read = (name: string) => readFile(path(name), 'utf8')
const rendered = "DATABASE_URL=postgres://localhost/dev\nGREETING='hello world'\nPORT=3000\n"

describe('pull', () => {
  beforeEach(async () => {
    await rm(path('.env'), { force: true })
    await world.put(world.development, seeded)
  })

  test('writes .env for its owner only, and prints nothing on stdout', async () => {
    const { code, out, err } = await world.envhold(['pull'])
    expect({ code, out }).toEqual({ code: 0, out: '' })
    expect(await read('.env')).toBe(rendered)
    expect((await stat(path('.env'))).mode & 0o777).toBe(0o600)
    expect(err).toContain('Wrote 3 variables from shop/development')
    expect(err).not.toContain('postgres')
    expect((await readdir(world.folder)).filter((name) => name.includes('.tmp'))).toEqual([])
  })

  test('prints on stdout for -, and for other formats by default', async () => {
    expect((await world.envhold(['pull', '--output', '-'])).out).toBe(rendered)
    expect(JSON.parse((await world.envhold(['pull', '--format', 'json'])).out)).toEqual(seeded)
    expect((await world.envhold(['pull', '-f', 'shell'])).out).toContain("export GREETING='hello world'\n")
    expect((await world.envhold(['pull', '--env', 'production', '-o', '-'])).out).toContain('PORT=80\n')
  })

  test('replaces what it wrote', async () => {
    await world.envhold(['pull'])
    await world.put(world.development, { ...seeded, PORT: '3001' })
    expect((await world.envhold(['pull'])).code).toBe(0)
    expect(await read('.env')).toContain('PORT=3001')
  })

  test.each(['#!/bin/sh\n# start\nexit 0\n', 'C:\\data\\'])('and so with the value %j', async (value) => {
    await world.put(world.development, { ...seeded, SCRIPT: value })
    await world.envhold(['pull'])
    await world.put(world.development, { ...seeded, SCRIPT: value, PORT: '3001' })
    expect((await world.envhold(['pull'])).code).toBe(0)
    expect(await read('.env')).toContain('PORT=3001')
  })

  test('writes the same variables again for another reader', async () => {
    await world.envhold(['pull'])
    const { err } = await world.envhold(['pull', '--dialect', 'docker'])
    expect(err).toContain('Wrote 3 variables')
    expect(await read('.env')).toContain('GREETING=hello world\n')
  })

  test('of what the user wrote, too, unless that loses a comment', async () => {
    const mine = "PORT=3000\nGREETING='hello world'\nDATABASE_URL=postgres://localhost/dev\n"
    await writeFile(path('.env'), mine)
    expect((await world.envhold(['pull'])).err).toContain('already')
    expect((await world.envhold(['pull', '--dialect', 'docker'])).err).toContain('Wrote 3 variables')
    await writeFile(path('.env'), `${mine}# mine\n`)
    const rejected = await world.envhold(['pull', '--dialect', 'docker'])
    expect({ code: rejected.code, err: rejected.err }).toEqual({
      code: 1,
      err: expect.stringContaining('envhold pull --dialect docker --force'),
    })
    expect(await read('.env')).toBe(`${mine}# mine\n`)
  })

  test('the commands that it prints concern the same file and environment', async () => {
    await writeFile(path('prod file.env'), 'PORT=81\n')
    const { code, err } = await world.envhold(['pull', '--env', 'production', '-o', 'prod file.env'])
    expect(code).toBe(1)
    expect(err).toContain("To compare: envhold diff 'prod file.env' --env production.")
    expect(err).toContain("To keep yours: envhold push 'prod file.env' --env production.")
    expect(err).toContain("To replace it: envhold pull --env production --output 'prod file.env' --force")
  })

  test('never replaces what the user wrote, unless forced', async () => {
    await world.envhold(['pull'])
    await writeFile(path('.env'), `${rendered}MINE=1\n`)
    const { code, err } = await world.envhold(['pull'])
    expect(code).toBe(1)
    expect(err).toContain('MINE')
    expect(err).toContain('--force')
    expect(await read('.env')).toContain('MINE=1')
    expect((await world.envhold(['pull', '--force'])).code).toBe(0)
    expect(await read('.env')).toBe(rendered)
  })

  test('nor a file that it did not write, nor one that cannot be read', async () => {
    await writeFile(path('.env'), 'PORT=1\n')
    expect((await world.envhold(['pull'])).code).toBe(1)
    await writeFile(path('.env'), 'this is not dotenv\n')
    expect((await world.envhold(['pull'])).code).toBe(1)
    expect(await read('.env')).toBe('this is not dotenv\n')
  })

  test('leaves comments alone if the variables are the same', async () => {
    const commented = `# my notes\n${rendered}`
    await writeFile(path('.env'), commented)
    const { code, err } = await world.envhold(['pull'])
    expect(code).toBe(0)
    expect(err).toContain('already')
    expect(await read('.env')).toBe(commented)
    await world.put(world.development, { ...seeded, PORT: '3001' })
    const refused = await world.envhold(['pull'])
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('comments')
    expect(await read('.env')).toBe(commented)
  })

  test('follows a symbolic link', async () => {
    await writeFile(path('linked.env'), '')
    await symlink(path('linked.env'), path('.env'))
    await world.envhold(['pull'])
    expect(await read('linked.env')).toBe(rendered)
  })

  test('names the variable that a dialect cannot hold, and writes nothing', async () => {
    await world.put(world.development, { KEY: 'two\nlines' })
    const { code, err } = await world.envhold(['pull', '--dialect', 'docker'])
    expect(code).toBe(1)
    expect(err).toContain('KEY')
    expect(err).not.toContain('lines')
    await expect(stat(path('.env'))).rejects.toThrow()
  })

  test('rejects a dialect that the format does not have', async () => {
    for (const command of [
      ['pull'],
      ['get', 'PORT'],
      ['init', '--project', 'shop', '--env', 'production', '--yes'],
    ])
      expect(await world.envhold([...command, '--format', 'json', '--dialect', 'go'])).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('JSON has no dialects.'),
      })
    const { code, err } = await world.envhold(['pull', '--format', 'yaml', '--dialect', 'go'])
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining('The format yaml has no dialect go.'),
    })
  })

  test('makes no folder for a file that the user names', async () => {
    for (const more of [[], ['--format', 'json'], ['--force', '--json']]) {
      const { code, out, err } = await world.envhold(['pull', '-o', 'confg/app.env', ...more])
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toContain(`The folder ${path('confg')} does not exist.`)
    }
    await expect(stat(path('confg'))).rejects.toThrow()
  })

  test('leaves out, or takes alone, the variables that are named', async () => {
    await world.put(world.development, { A: '1', B: '2', TLS_KEY: 'two\nlines', TLS_CERT: 'two\nlines' })
    const refused = await world.envhold(['pull', '--dialect', 'docker'])
    expect(refused.err).toContain('--except TLS_CERT,TLS_KEY')
    const pull = ['pull', '--dialect', 'docker', '--output', '-']
    expect((await world.envhold([...pull, '--except', 'TLS_KEY,TLS_CERT'])).out).toBe('A=1\nB=2\n')
    expect((await world.envhold([...pull, '--only', 'B', '--only', 'A'])).out).toBe('A=1\nB=2\n')
    const unknown = await world.envhold([...pull, '--except', 'TLS_KEYS'])
    expect(unknown.err).toContain('has no variable TLS_KEYS')
    expect(unknown.code).toBe(1)
  })

  test('a file of some variables removes none of the others when it is synced', async () => {
    await world.put(world.development, { A: '1', B: '2' })
    await world.envhold(['pull', '--only', 'A'])
    await writeFile(path('.env'), 'A=3\n')
    await world.envhold(['sync', '--push', '--yes'])
    expect((await world.envhold(['get', 'A', 'B', '--format', 'dotenv'])).out).toBe('A=3\nB=2\n')
  })

  test('names no command that cannot read the format of a file', async () => {
    const pull = () => world.envhold(['pull', '--format', 'yaml', '-o', 'app.yaml'])
    expect((await pull()).code).toBe(0)
    await writeFile(path('app.yaml'), 'MINE: 1\n')
    const { code, err } = await pull()
    expect(code).toBe(1)
    expect(err).toContain('To replace it: envhold pull --output app.yaml --format yaml --force')
    expect(err).not.toMatch(/envhold (?:diff|push)/)
  })

  test('warns about values that a loader would execute, by name', async () => {
    await world.put(world.development, { TRAP: '$(touch /tmp/x)' })
    const { code, err } = await world.envhold(['pull'])
    expect(code).toBe(0)
    expect(err).toContain('TRAP')
    expect(err).not.toContain('touch')
  })

  test('prints as JSON what it did', async () => {
    const { out } = await world.envhold(['pull', '--json'])
    expect(JSON.parse(out)).toMatchObject({
      file: path('.env'),
      environment: 'shop/development',
      variable_count: 3,
      written: true,
      offline: false,
    })
    const printed = await world.envhold(['pull', '--json', '-o', '-'])
    expect(JSON.parse(printed.out).variables).toEqual(seeded)
  })

  test('an API key pulls too, and the file stays in sync for a personal token', async () => {
    const { code, err } = await world.envhold(['pull'], { env: { ENVHOLD_TOKEN: world.apiKey } })
    expect(code).toBe(0)
    expect(await read('.env')).toBe(rendered)
    const { version } = JSON.parse((await world.envhold(['pull', '--json'])).out)
    expect(err).toContain(`(version ${version})`)
    const elsewhere = await world.envhold(['pull', '--env', 'production', '-o', '-'], {
      env: { ENVHOLD_TOKEN: world.apiKey },
    })
    expect(elsewhere.code).toBe(1)
    expect(elsewhere.out).toBe('')
  })
})

test('works with a home folder that cannot be written', async () => {
  await rm(path('.env'), { force: true })
  const env = {
    XDG_CONFIG_HOME: '/dev/null/nowhere',
    ENVHOLD_SERVER: world.server.url,
    ENVHOLD_TOKEN: world.token,
  }
  const { code, err } = await world.envhold(['pull'], { env })
  expect({ code, err: err.split('\n')[0] }).toEqual({
    code: 0,
    err: expect.stringContaining('Wrote 3 variables'),
  })
})

describe('in a hostile checkout', () => {
  const cloned = async (name: string, settings: object = {}) => {
    const cwd = path(name)
    await mkdir(cwd)
    const project = JSON.parse(await read('.envhold.json'))
    await writeFile(join(cwd, '.envhold.json'), JSON.stringify({ ...project, ...settings }))
    return cwd
  }

  test.each([
    ['a file beside it', { output: '../stolen' }, '“output” in'],
    ['an absolute path', { output: '/tmp/envhold-stolen' }, '“output” in'],
    ['the folder itself', { output: '.' }, '“output” in'],
    ['a link to a folder', { output: 'linked/stolen' }, '“output” in'],
    ['a link to a file that does not exist', { output: 'dangling' }, '“output” in'],
    ['.env, which is a link', {}, 'The link .env'],
  ])('%s is neither written nor read unless the user names it', async (what, settings, said) => {
    const cwd = await cloned(what, settings)
    const outside = path(`outside of ${what}`)
    await mkdir(outside)
    await symlink(outside, join(cwd, 'linked'))
    await symlink(join(outside, 'stolen'), join(cwd, 'dangling'))
    await symlink(join(outside, 'stolen'), join(cwd, '.env'))
    for (const words of [['pull'], ['pull', '--force'], ['push', '--yes'], ['diff']]) {
      const { code, err } = await world.envhold(words, { cwd })
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`${said}`) })
      expect(err).toContain('leads out of')
    }
    expect(await readdir(outside)).toEqual([])
    const named = await world.envhold(['pull', '--output', 'linked/stolen'], { cwd })
    expect(named.code).toBe(0)
    expect(await readdir(outside)).toEqual(['stolen'])
    await rm(cwd, { recursive: true })
  })

  test('a token of the environment is not sent to a server that only the checkout names, this machine included', async () => {
    const cwd = await cloned('untrusted')
    const home = { HOME: path('nobody'), XDG_CONFIG_HOME: path('nobody') }
    const pull = (env: Record<string, string>) =>
      world.envhold(['pull', '--output', '-'], { cwd, env: { ...home, ENVHOLD_TOKEN: world.apiKey, ...env } })
    for (const env of [{}, { CI: 'true' }]) {
      const { code, err } = await pull({ ...env })
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringContaining('which you have not used before'),
      })
    }
    expect(await pull({ CI: 'true', ENVHOLD_SERVER: world.server.url })).toMatchObject({ code: 0 })
    const knownHome = { CI: 'true', HOME: world.home, XDG_CONFIG_HOME: join(world.home, '.config') }
    expect(await pull(knownHome)).toMatchObject({ code: 0 })
    await rm(cwd, { recursive: true })
  })
})

describe('pull --format github', () => {
  test('masks first, then appends to $GITHUB_ENV', async () => {
    await world.put(world.development, { CERT: 'line one\nline 100%', PORT: '3000' })
    await writeFile(path('github-env'), 'BEFORE=1\n')
    const env = { GITHUB_ENV: path('github-env') }
    const { code, out, err } = await world.envhold(['pull', '--format', 'github'], { env })
    expect(code).toBe(0)
    expect(out).toContain('::add-mask::line one\n')
    expect(out).toContain('::add-mask::line 100%25\n')
    expect(err).not.toContain('line one')
    expect(out).not.toContain('3000')
    expect(err).toContain('Not masked, because shorter than 6 characters: PORT')
    const text = await read('github-env')
    expect(text).toMatch(/^BEFORE=1\nCERT<<(\S+)\nline one\nline 100%\n\1\nPORT<<(\S+)\n3000\n\2\n$/)
  })

  test('begins a line of its own after one that a step has not ended', async () => {
    await world.put(world.development, { PORT: '3000' })
    await writeFile(path('github-env'), 'BEFORE=1')
    const env = { GITHUB_ENV: path('github-env') }
    expect((await world.envhold(['pull', '--format', 'github'], { env })).code).toBe(0)
    expect(await read('github-env')).toMatch(/^BEFORE=1\nPORT<<(\S+)\n3000\n\1\n$/)
  })

  test('says so outside a job', async () => {
    const { code, out, err } = await world.envhold(['pull', '--format', 'github'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('GITHUB_ENV')
  })
})

const hasGit = spawnSync('git', ['--version']).status === 0

describe.runIf(hasGit)('git', () => {
  test('gets the file when asked to, and the user a hint otherwise', async () => {
    const folder = path('repository')
    await mkdir(folder)
    execFileSync('git', ['init', '-q'], { cwd: folder })
    await writeFile(join(folder, '.gitignore'), 'node_modules')
    for (const words of [['pull'], ['sync', '.env.local']]) {
      const warned = await world.envhold(words, { cwd: folder })
      expect(warned.err).toMatch(/envhold pull (--output .env.local )?--gitignore/)
    }
    const { err } = await world.envhold(['pull', '--gitignore'], { cwd: folder })
    expect(err).toContain('Added to')
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('node_modules\n/.env\n')
    execFileSync('git', ['check-ignore', '.env'], { cwd: folder })
    expect((await world.envhold(['pull'], { cwd: folder })).err).not.toContain('gitignore')
  })

  test('ignores exactly the file, whatever its name', async () => {
    const folder = path('names')
    await mkdir(folder)
    execFileSync('git', ['init', '-q'], { cwd: folder })
    for (const name of ['a*.env', 'what?.env', '[x].env', 'back\\slash.env', '#hash', '!bang', 'end  ']) {
      const { err } = await world.envhold(['pull', '--output', name, '--gitignore'], { cwd: folder })
      expect([name, err]).toEqual([name, expect.stringContaining('Added to')])
      execFileSync('git', ['check-ignore', '--', name], { cwd: folder })
    }
    for (const other of ['ab.env', 'whats.env', 'x.env'])
      expect(spawnSync('git', ['check-ignore', '--', other], { cwd: folder }).status).toBe(1)
  })

  test('that includes the file again is named', async () => {
    const folder = path('negated')
    await mkdir(join(folder, 'app'), { recursive: true })
    execFileSync('git', ['init', '-q'], { cwd: folder })
    await writeFile(join(folder, '.gitignore'), '/.env\n!.env\n')
    const { err } = await world.envhold(['pull', '--gitignore'], { cwd: folder })
    expect(err).toContain('git does not ignore it')
    expect(err).not.toContain('Added to')
  })
})

test('without git, pull does not warn and --gitignore writes beside the file once', async () => {
  const folder = path('no-git')
  await mkdir(folder)
  const env = { PATH: world.bin }
  expect((await world.envhold(['pull'], { cwd: folder, env })).err).not.toContain('gitignore')
  for (const attempt of [1, 2]) {
    const { code, err } = await world.envhold(['pull', '--gitignore'], { cwd: folder, env })
    expect({ attempt, code }).toEqual({ attempt, code: 0 })
    expect(err).toContain('Added to')
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('/.env\n')
  }
})
