// The real command line against a real server, in a temporary home folder, shared by the tests of the commands.

import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiKey } from '@envhold/contract/api-keys.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { createCliToken, createPersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { type Instance, instanceHere } from '../../../dev/world/instance-here.ts'
import type { Person } from '../../../dev/world/sign-up.ts'
import { buildCli } from '../build.ts'

export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export interface Invocation {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** The file for stdout, instead of `out`. */
  readonly stdout?: string
}

export interface CliHome {
  readonly bundle: string
  /** The user's home: contains `.config/envhold`. */
  readonly home: string
  /** Where commands run. */
  readonly folder: string
  /** Programs in this folder come before all others. */
  readonly bin: string
  readonly environment: Record<string, string>
  envhold(words: readonly string[], invocation?: Invocation): Promise<Finished>
  /** Removes `.env`, and what is remembered of files. */
  removeFile(): Promise<void>
  remove(): Promise<void>
}

export const finished = (child: ReturnType<typeof spawn>): Promise<Finished> =>
  new Promise((resolve, reject) => {
    let out = ''
    let err = ''
    child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, out, err }))
  })

let bundled: Promise<string> | undefined

/** The command line as it is now, for all tests of this process. */
async function bundleOnce(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-bundle-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return await buildCli(join(folder, 'envhold.mjs'))
}

/** A file on a full disk, where the system has one. */
export const fullFile = '/dev/full'
export const hasFullFile = existsSync(fullFile)

/** A user's machine without a server; no keychain answers on it. */
export async function cliHome(): Promise<CliHome> {
  const root = await mkdtemp(join(tmpdir(), 'envhold-cli-'))
  const [home, folder, bin] = [join(root, 'home'), join(root, 'folder'), join(root, 'bin')]
  for (const path of [home, folder, bin]) await mkdir(path)
  for (const keychain of ['security', 'secret-tool']) await writeProgram(bin, keychain, 'exit 1')
  bundled ??= bundleOnce()
  const bundle = await bundled
  // biome-ignore lint/style/noProcessEnv: programs are found where the test's own are
  const environment = { PATH: `${bin}:${process.env.PATH}`, HOME: home, TERM: 'xterm' }
  return {
    bundle,
    home,
    folder,
    bin,
    environment,
    envhold(words, { input, env = {}, cwd = folder, stdout } = {}) {
      const file = stdout === undefined ? undefined : openSync(stdout, 'w')
      const child = spawn(process.execPath, [bundle, ...words], {
        cwd,
        env: { ...environment, ...env },
        stdio: [input === undefined ? 'ignore' : 'pipe', file ?? 'pipe', 'pipe'],
      })
      if (file !== undefined) closeSync(file)
      child.stdin?.end(input)
      return finished(child)
    },
    async removeFile() {
      await rm(join(folder, '.env'), { force: true })
      await rm(join(home, '.config/envhold/synced'), { recursive: true, force: true })
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

export async function writeProgram(bin: string, name: string, script: string): Promise<void> {
  await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`)
  await chmod(join(bin, name), 0o755)
}

export interface CliWorld extends CliHome {
  readonly server: Instance
  readonly ada: Person
  readonly projectId: number
  readonly development: number
  readonly production: number
  /** With every permission. */
  readonly token: string
  /** Only reads. */
  readonly readOnlyToken: string
  /** Only reads development. */
  readonly apiKey: string
  /** Sets an environment to exactly these variables. */
  put(environmentId: number, variables: Record<string, string>): Promise<void>
  stop(): Promise<void>
}

export const seeded = {
  DATABASE_URL: 'postgres://localhost/dev',
  GREETING: 'hello world',
  PORT: '3000',
}

/** Ada's server: project `shop` with `development` (`seeded`) and `production`. */
export async function cliWorld(starting: Promise<Instance> = instanceHere()): Promise<CliWorld> {
  const [server, home] = await Promise.all([starting, cliHome()])
  const ada = await server.addPerson({ email: 'ada@example.com' })
  const { client } = ada
  const put = async (id: number, variables: Record<string, string>) => {
    await client.call(writeVariables, { params: { id }, body: { variables, mode: 'replace' } })
  }
  const { project } = await client.call(createProject, { body: { name: 'shop' } })
  const make = async (name: string) => {
    const { environment } = await client.call(createEnvironment, {
      params: { projectId: project.id },
      body: { name, protected: false },
    })
    return environment.id
  }
  const development = await make('development')
  const production = await make('production')
  await put(development, seeded)
  await put(production, { DATABASE_URL: 'postgres://db/prod', PORT: '80' })
  const { token } = await client.call(createCliToken, {})
  const readOnly = await client.call(createPersonalToken, {
    body: { name: 'reader', permissions: ['read_variables', 'read_schema', 'read_projects'] },
  })
  const { api_key } = await client.call(createApiKey, {
    params: { id: project.id },
    body: {
      name: 'ci',
      permissions: ['read_variables', 'read_schema', 'variables.api_inject'],
      environment_access: [String(development)],
    },
  })
  return {
    ...home,
    server,
    ada,
    projectId: project.id,
    development,
    production,
    token,
    readOnlyToken: readOnly.token.token,
    apiKey: api_key.api_key,
    put,
    stop: async () => {
      await server.stop()
      await home.remove()
    },
  }
}

/** Logs in and sets shop/development for the folder. */
export async function logInAndInit({ envhold, server, token }: CliWorld): Promise<void> {
  const login = await envhold(['login', '--server', server.url], { input: token })
  const init = await envhold(['init', '--project', 'shop', '--env', 'development', '--yes'])
  if (login.code !== 0 || init.code !== 0) throw new Error(`Not logged in:\n${login.err}${init.err}`)
}
