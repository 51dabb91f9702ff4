import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What `command` prints for `input`, in an environment that contains only a locale, or in `env`. */
export function run(
  command: string,
  args: readonly string[],
  input = '',
  env: NodeJS.ProcessEnv = { LC_ALL: 'C.UTF-8' },
): Buffer {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    input,
    env,
    maxBuffer: 1 << 28,
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} failed: ${stderr.toString().slice(0, 500)}`)
  return stdout
}

/** The trimmed output of `probe`, or undefined when the program is missing or fails. */
export function versionFrom(command: string, args: readonly string[]): string | undefined {
  try {
    return run(command, args).toString().trim()
  } catch {
    return undefined
  }
}

/** Writes each text to its own file, passes the files' folder to `use`, and removes it afterwards. */
export function withFiles<T>(texts: readonly string[], use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'envhold-formats-'))
  try {
    for (const [index, text] of texts.entries()) writeFileSync(join(folder, String(index)), text)
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
