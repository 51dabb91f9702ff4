import { execFile } from 'node:child_process'
import { inheritedEnvironment } from '../world/inherited-environment.ts'

export interface Finished {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs Node to its end with these environment variables alone. */
export const runNode = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<Finished> =>
  new Promise((resolve) => {
    const all = { ...inheritedEnvironment, ...env }
    execFile(process.execPath, [...args], { env: all, cwd }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
