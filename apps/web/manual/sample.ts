/** What a test expects of commands when it runs them: this text in their output, and this exit code. */
interface Runnable {
  readonly prints: string
  readonly exits: number
}
/** Commands that need something which a test does not have. Stand-ins for it are on the path of the test. */
interface Elsewhere {
  readonly needs: string
}
export interface ShellSample {
  readonly kind: 'shell'
  readonly code: string
  readonly trial: Runnable | Elsewhere
}
/** A file that readers copy into their project, or one that a command wrote. */
export interface FileSample {
  readonly kind: 'file'
  readonly name: string
  readonly code: string
  readonly isOutput: boolean
}
export type Sample = ShellSample | FileSample

const attribute = /\s(\w+)=(?:"([^"]*)"|'([^']*)'|(\S+))/g

/**
 * Reads the block of code below an info string such as `sh try="what it prints" exits=1`.
 *
 * @throws if the info string does not say what the code is
 */
export function readSample(info: string, code: string): Sample {
  const attributes = new Map(
    Array.from(info.matchAll(attribute), ([, name = '', ...values]) => [name, values.join('')]),
  )
  const value = (name: string) => attributes.get(name) ?? ''
  const rest = info.replaceAll(attribute, '')
  switch ([rest, ...attributes.keys()].join(' ')) {
    case 'sh try':
    case 'sh try exits':
      return { kind: 'shell', code, trial: { prints: value('try'), exits: Number(value('exits')) } }
    case 'sh needs':
      return { kind: 'shell', code, trial: { needs: value('needs') } }
    case `${rest} file`:
    case `${rest} output`:
      return {
        kind: 'file',
        name: value('file') || value('output'),
        code,
        isOutput: attributes.has('output'),
      }
    default:
      throw new Error(
        `Unknown block \`${info}\`: sh try="TEXT" (exits=N), sh needs="WHAT", file=NAME or output=NAME`,
      )
  }
}
