import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { UsageError } from '@envhold/command/user-error.ts'

/** Reads a file; `-` is standard input. @throws UsageError */
export async function readText(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')
  } catch {
    throw new UsageError(`${file} cannot be read.`)
  }
}
