import { plain } from '@envhold/command/sanitize.ts'

const ctrlC = '\u0003'
const ctrlD = '\u0004'
const ctrlU = '\u0015'
/** Markers around pasted text, if the terminal sends them. */
const pasteMarks = ['\u001b[200~', '\u001b[201~']

/** A line from the terminal that is not shown while it is typed or pasted. */
export function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process
  // Echo is off before the question appears.
  stdin.setRawMode(true)
  stderr.write(plain(question))
  stdin.setEncoding('utf8')
  stdin.resume()
  return new Promise((resolve) => {
    let text = ''
    const finish = () => {
      stdin.off('data', read)
      stdin.setRawMode(false)
      stdin.pause()
      stderr.write('\n')
    }
    const read = (chunk: string) => {
      const typed = pasteMarks.reduce((rest, mark) => rest.replaceAll(mark, ''), chunk)
      for (const character of typed) {
        if (character === ctrlC) {
          finish()
          process.exit(130)
        } else if (character === '\r' || character === '\n' || character === ctrlD) {
          finish()
          resolve(text)
          return
        } else if (character === '\u007f' || character === '\b') text = [...text].slice(0, -1).join('')
        else if (character === ctrlU) text = ''
        else if (character >= ' ') text += character
      }
    }
    stdin.on('data', read)
  })
}
