import { spawnSync } from 'node:child_process'
import { appendFile, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { askLine } from '../output/ask.ts'
import type { Output } from '../output/output.ts'
import { readText } from './read-text.ts'

/**
 * Prevents that a file with secrets is committed by mistake: adds it to .gitignore when requested, asks at a
 * terminal, otherwise says how.
 */
export async function updateGitignore(
  output: Output,
  path: string,
  label: string,
  { add, yes, command }: { add: boolean; yes: boolean; command: string },
): Promise<void> {
  const state = gitState(path)
  if (state === 'tracked') {
    output.warn(
      `${label} is committed to git. Remove it: git rm --cached ${basename(path)}. Then change its secrets.`,
    )
    return
  }
  if (state === 'ignored' || (state === 'outside' && !add)) return
  const confirmed = add || yes || (output.interactive && (await agrees(label)))
  if (confirmed) {
    const gitignore = await addToGitignore(path)
    if (gitState(path) === 'exposed')
      output.warn(
        `${gitignore} has a line for ${label}, but git does not ignore it. Remove the line below that includes it again.`,
      )
    else output.info(`Added to ${gitignore}.`)
  } else if (!output.interactive) {
    output.warn(`git does not ignore ${label}. To add it to .gitignore: ${command}`)
  }
}

const agrees = async (label: string) => !/^n/i.test(await askLine(`Add ${label} to .gitignore? [Y/n] `))

const git = (folder: string, args: readonly string[]) => {
  const { status, stdout } = spawnSync('git', ['-C', folder, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return { status, text: (stdout ?? '').trim() }
}

/** `exposed`: the next `git add .` would commit the file. `tracked`: it is already committed. */
type GitState = 'outside' | 'ignored' | 'tracked' | 'exposed'

function gitState(path: string): GitState {
  const folder = dirname(path)
  const name = basename(path)
  if (git(folder, ['ls-files', '--error-unmatch', '--', `:(literal)${name}`]).status === 0) return 'tracked'
  const { status } = git(folder, ['check-ignore', '--quiet', '--', `./${name}`])
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

/** The line of a `.gitignore` for this file alone. */
function patternOf(path: string): string {
  const escaped = path.replace(/[\\*?[]/g, '\\$&')
  const end = escaped.trimEnd().length
  return `/${escaped.slice(0, end)}${escaped.slice(end).replaceAll(' ', '\\ ')}`
}

/** @returns the `.gitignore` that now names the file */
async function addToGitignore(path: string): Promise<string> {
  const real = join(await realpath(dirname(path)), basename(path))
  const gitignore = await gitignoreFor(real)
  const text = (await readText(gitignore)) ?? ''
  const line = patternOf(relative(dirname(gitignore), real).split(sep).join('/'))
  const known = [line, line.replace(/^\/(?![#!])/, '')]
  const lines = text.split(/\r?\n/)
  if (lines.some((old) => known.includes(old) || known.includes(old.trim()))) return gitignore
  await appendFile(gitignore, `${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`)
  return gitignore
}
