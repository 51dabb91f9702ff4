import { limits } from '@envhold/contract/limits.ts'

/** The text of a chosen or dropped file. @throws Error with a message to display. */
export async function readFile(file: File): Promise<{ text: string; file: string }> {
  if (file.size > limits.environmentBytes)
    throw new Error(`${file.name} is larger than 1 MiB, the most an environment holds`)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return { text, file: file.name }
  } catch {
    throw new Error(`${file.name} is not a UTF-8 text`)
  }
}
