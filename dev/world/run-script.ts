import { execFile } from 'node:child_process'
import { inheritedEnvironment } from './inherited-environment.ts'

/** Runs a script of the server as a separate process with these environment variables alone. */
export const runScript = (
  file: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [file],
      { env: { ...inheritedEnvironment, ...settings } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })
