import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bundle = fileURLToPath(new URL('../apps/cli/dist/envhold.mjs', import.meta.url))

export interface Laptop {
  /** Where the commands run. */
  readonly folder: string
  /** Runs the bundled command line and gives what it printed. @throws when it does not end with 0 */
  readonly envhold: (...words: string[]) => Promise<string>
  /** Saves a token, which it reads from stdin. */
  readonly logIn: (server: string, token: string) => Promise<string>
  readonly remove: () => Promise<void>
}

/** A home and a folder of their own, with nothing of this machine's in them but its programs. */
export async function newLaptop(): Promise<Laptop> {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-laptop-'))
  const env = { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: join(folder, '.config') }
  const run = (words: string[], input = '') =>
    new Promise<string>((resolve, reject) => {
      const done = (error: Error | null, stdout: string, stderr: string) =>
        error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout)
      execFile(process.execPath, [bundle, ...words], { cwd: folder, env }, done).stdin?.end(input)
    })
  return {
    folder,
    envhold: (...words) => run(words),
    logIn: (server, token) => run(['login', '--server', server, '--token'], token),
    remove: () => rm(folder, { recursive: true }),
  }
}
