import { styleText } from 'node:util'
import { sanitize } from '@envhold/command/sanitize.ts'
import { severityOf } from './json-logger.ts'

const colors = { error: 'red', fatal: 'red', warn: 'yellow', debug: 'gray' } as const
const readsAsOneWord = /^[\w./:@+-]+$/

const textOf = (value: unknown): string =>
  typeof value === 'string' && readsAsOneWord.test(value) ? value : sanitize(JSON.stringify(value))

/**
 * A log line for people: local time, level, message, then its fields as `name=value`.
 * @param json a line of the log, a JSON object
 * @param isColored whether the level has the color of its severity
 */
export function textLine(json: string, isColored: boolean): string {
  const { level, time, msg, ...fields } = JSON.parse(json) as Record<string, unknown>
  const label = severityOf(Number(level)) ?? 'info'
  const color = isColored && Object.hasOwn(colors, label) ? colors[label as keyof typeof colors] : 'none'
  const clock = new Date(String(time)).toTimeString().slice(0, 8)
  const severity = styleText(color, label.toUpperCase().padEnd(5), { validateStream: false })
  const parts = Object.entries(fields).map(([name, value]) => `${name}=${textOf(value)}`)
  return `${[clock, severity, sanitize(String(msg)), ...parts].join(' ')}\n`
}
