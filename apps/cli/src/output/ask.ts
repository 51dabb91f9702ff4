import { plain } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import type { Output } from './output.ts'

/** One line from the terminal, without its line break. The question goes to stderr, so that stdout only has data. */
export async function askLine(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  let onClose = () => {}
  try {
    const closed = new Promise<never>((_, reject) => {
      onClose = () => reject(new UserError('No answer was given.'))
      reader.once('close', onClose)
      reader.once('SIGINT', () => {
        process.stderr.write('\n')
        process.exit(130)
      })
    })
    return (await Promise.race([reader.question(plain(question)), closed])).trim()
  } finally {
    // Only this listener: readline has its own, without which it echoes the next answer twice.
    reader.off('close', onClose)
    reader.close()
  }
}

/** @throws UserError when there is no terminal */
export async function confirm(output: Output, yes: boolean, question: string): Promise<boolean> {
  if (yes) return true
  if (!output.interactive)
    throw new UserError(
      `${question} There is no terminal to ask.`,
      'To answer yes, pass --yes.',
      'NOT_CONFIRMED',
    )
  return /^y(es)?$/i.test(await askLine(`${question} [y/N] `))
}

/** All of stdin. */
export async function readStdin(): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new UserError('The input on stdin is not UTF-8 text.')
  }
}
