import type { Key } from 'node:readline'
import { plain } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import { pipedValue } from '@envhold/formats/new-value.ts'

/** What is typed and pasted at a hidden question, key by key as Node reads them. */
interface SecretLine {
  /** @returns whether the key ends the line */
  press(text: string | undefined, key: Key): boolean
  readonly text: string
}

const withoutLastWord = (text: string): string => {
  const words = text.trimEnd()
  return words.slice(0, Math.max(...[' ', '\t', '\n'].map((space) => words.lastIndexOf(space))) + 1)
}

function secretLine(): SecretLine {
  let text = ''
  let pasted: string | null = null
  return {
    get text() {
      return text
    },
    press(typed, { name, ctrl }) {
      if (name === 'paste-start') pasted = ''
      else if (name === 'paste-end') {
        // Terminals send a line break as CR.
        text += pipedValue((pasted ?? '').replace(/\r\n?/g, '\n'))
        pasted = null
      } else if (pasted !== null) pasted += typed ?? ''
      else if (name === 'return' || name === 'enter' || (ctrl && name === 'd')) return true
      else if (name === 'backspace') text = [...text].slice(0, -1).join('')
      else if (ctrl && name === 'u') text = ''
      else if (ctrl && name === 'w') text = withoutLastWord(text)
      // A key with an escape sequence, such as an arrow, has no text.
      else if (typed !== undefined && (typed >= ' ' || name === 'tab')) text += typed
      return false
    },
  }
}

/** Long enough for the rest of a paste to arrive. */
const pasteMs = 100

/**
 * A value from the terminal that is not shown while it is typed or pasted.
 * @throws UserError for a paste of several lines from a terminal that does not mark where a paste ends
 */
export async function askSecret(question: string): Promise<string> {
  const { emitKeypressEvents } = await import('node:readline')
  const { stdin, stderr } = process
  const bracketPastes = (on: boolean) => stderr.isTTY && stderr.write(`\u001b[?2004${on ? 'h' : 'l'}`)
  // Echo is off before the question appears.
  stdin.setRawMode(true)
  bracketPastes(true)
  stderr.write(plain(question))
  emitKeypressEvents(stdin)
  const line = secretLine()
  return new Promise((resolve, reject) => {
    let ending: Key | undefined
    let isTooLong = false
    let rest: NodeJS.Timeout | undefined
    const finish = () => {
      stdin.off('keypress', press)
      stdin.off('data', endChunk)
      stdin.setRawMode(false)
      stdin.pause()
      bracketPastes(false)
      stderr.write('\n')
    }
    const press = (text: string | undefined, key: Key) => {
      if (key.ctrl && key.name === 'c') {
        finish()
        process.exit(130)
      }
      // CR and LF are one line break.
      if (ending) isTooLong ||= !(ending.name === 'return' && key.name === 'enter')
      else if (line.press(text, key)) ending = key
    }
    const endChunk = () => {
      clearTimeout(rest)
      if (isTooLong) rest = setTimeout(rejectLines, pasteMs)
      else if (ending) {
        finish()
        resolve(line.text)
      }
    }
    const rejectLines = () => {
      finish()
      reject(
        new UserError(
          'Several lines were pasted. Nothing was written.',
          'Send them from a file instead, as in: envhold set KEY < FILE',
        ),
      )
    }
    stdin.on('keypress', press)
    stdin.on('data', endChunk)
    stdin.resume()
  })
}
