import { spawnSync } from 'node:child_process'
import { appendFile, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { readText } from './read-text.ts'

const git = (folder: string, args: readonly string[]) => {
  const { status, stdout } = spawnSync('git', ['-C', folder, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return { status, text: (stdout ?? '').trim() }
}

/** `exposed`: the next `git add .` would commit the file. `tracked`: it is already committed. */
export type GitStanding = 'outside' | 'ignored' | 'tracked' | 'exposed'

export function gitStanding(path: string): GitStanding {
  const folder = dirname(path)
  const name = basename(path)
  if (git(folder, ['ls-files', '--error-unmatch', '--', name]).status === 0) return 'tracked'
  const { status } = git(folder, ['check-ignore', '--quiet', '--', name])
  if (status === 0) return 'ignored'
  return status === 1 ? 'exposed' : 'outside'
}

/** The nearest `.gitignore` between the file and the top of its repository; otherwise one beside the file. */
async function gitignoreFor(path: string): Promise<string> {
  const beside = dirname(path)
  const { status, text: top } = git(beside, ['rev-parse', '--show-toplevel'])
  if (status !== 0) return join(beside, '.gitignore')
  for (let folder = beside; ; folder = dirname(folder)) {
    if ((await readText(join(folder, '.gitignore'))) !== null) return join(folder, '.gitignore')
    if (folder === top || folder === dirname(folder)) return join(beside, '.gitignore')
  }
}

/** @returns the `.gitignore` that now names the file */
export async function addToGitignore(path: string): Promise<string> {
  const real = join(await realpath(dirname(path)), basename(path))
  const gitignore = await gitignoreFor(real)
  const text = (await readText(gitignore)) ?? ''
  const line = `/${relative(dirname(gitignore), real).split(sep).join('/')}`
  if (text.split(/\r?\n/).some((known) => known.trim() === line || known.trim() === line.slice(1)))
    return gitignore
  await appendFile(gitignore, `${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`)
  return gitignore
}
