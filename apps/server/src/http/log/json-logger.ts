import type { LogLevel } from '../../config/config.ts'

/** Those of pino and bunyan, which collectors of logs know. */
const numbers = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const
type Severity = keyof typeof numbers

const severities = Object.keys(numbers) as Severity[]

/** The name of a level in a line. */
export const severityOf = (level: number): Severity | undefined =>
  severities.find((severity) => numbers[severity] === level)

/** What stands in a line beside its text. */
type Fields = object

/** One JSON object, with the end of the line. */
export const lineOf = (severity: Severity, fields: Fields, msg: string): string =>
  `${JSON.stringify({ level: numbers[severity], time: new Date().toISOString(), ...fields, msg })}\n`

type Write = (fields: Fields, msg: string) => void
export type JsonLogger = Readonly<Record<Severity, Write>> & {
  readonly isLevelEnabled: (severity: Severity) => boolean
}

/** Writes a line for each event of this level or a higher one. */
export function createLogger(level: LogLevel, write: (line: string) => void): JsonLogger {
  const isLevelEnabled = (severity: Severity) => level !== 'silent' && numbers[severity] >= numbers[level]
  const writeAs =
    (severity: Severity): Write =>
    (fields, msg) => {
      if (isLevelEnabled(severity)) write(lineOf(severity, fields, msg))
    }
  const [debug, info, warn] = [writeAs('debug'), writeAs('info'), writeAs('warn')]
  return { debug, info, warn, error: writeAs('error'), fatal: writeAs('fatal'), isLevelEnabled }
}
