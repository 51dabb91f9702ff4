import { appendFile, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import type { Format } from '@envhold/formats/dialect.ts'
import { FormatError } from '@envhold/formats/format-error.ts'
import { findUnmasked, maskVariables, minMaskedLength } from '@envhold/formats/masking.ts'
import { type RenderOptions, render } from '@envhold/formats/render.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import type { Settings } from '../config/settings.ts'
import { explainError } from './explain-error.ts'
import type { Output } from './output.ts'

/** Renders variables; if some values stop that, says how to leave them out. @throws UserError */
export function renderChosen(format: Format, variables: Variables, options: RenderOptions) {
  try {
    return render(format, variables, options)
  } catch (error) {
    const explained = error instanceof FormatError ? explainError(error) : null
    if (!(error instanceof FormatError) || !explained) throw error
    const names = [...new Set(error.problems.flatMap(({ key }) => key ?? []))].map(sanitize)
    if (names.length === 0) throw error
    throw new UserError(
      explained.message,
      `${explained.hint}\nTo write the others: --except ${names.join(',')}`,
      explained.code,
    )
  }
}

interface GithubOutput {
  /** The file that the user named. */
  readonly chosen: string | undefined
  readonly variables: Variables
  /** The variables as text for $GITHUB_ENV. */
  readonly text: string
}

/**
 * Masks every value of 6 characters or more in the job's log before any later step can print it, then appends to the
 * file that the runner reads.
 * @returns the file; null for stdout
 */
export async function appendGithubEnv(
  settings: Settings,
  output: Output,
  { chosen, variables, text }: GithubOutput,
): Promise<string | null> {
  const file = chosen ?? settings.githubEnv
  if (!file)
    throw new UserError(
      'GITHUB_ENV is not set: this is not a step of a GitHub Actions job.',
      'Use another --format, or name a file: --output FILE',
      'NOT_IN_GITHUB_ACTIONS',
    )
  output.data(maskVariables(variables))
  const unmasked = findUnmasked(variables).map(sanitize).sort()
  if (unmasked.length > 0)
    output.info(`Not masked, because shorter than ${minMaskedLength} characters: ${unmasked.join(', ')}`)
  if (file === '-') {
    output.data(text)
    return null
  }
  const path = resolve(settings.cwd, file)
  const last = (await readFile(path).catch(() => null))?.at(-1)
  // A step before may have ended its last line without a line feed: that line would take in ours.
  const isOpen = last !== undefined && last !== 0x0a
  await appendFile(path, isOpen ? `\n${text}` : text, { mode: 0o600 })
  return file === settings.githubEnv ? '$GITHUB_ENV' : file
}
