import { readSettings } from '../config/settings.ts'
import { createOutput } from '../output/output.ts'

const nearShare = 0.8
const tooMany = 429
let quietUntil = 0

const waitOf = (seconds: number): string => {
  const [count, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5_400
        ? [Math.round(seconds / 60), 'minute']
        : seconds < 172_800
          ? [Math.round(seconds / 3_600), 'hour']
          : [Math.round(seconds / 86_400), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function warn({ status, headers }: Response): void {
  const numberOf = (name: string) => Number(headers.get(`ratelimit-${name}`) ?? Number.NaN)
  const [limit, remaining, reset] = [numberOf('limit'), numberOf('remaining'), numberOf('reset')]
  const used = limit - remaining
  // A rejected call has its own message. Comparing with NaN is false: no headers, no warning.
  if (status === tooMany || !(used >= limit * nearShare) || Date.now() < quietUntil) return
  quietUntil = Date.now() + 1_000 * Math.min(reset, 3_600)
  createOutput(readSettings(), false).warn(
    `${used.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')} calls are used; the limit resets in ${waitOf(reset)}.`,
  )
}

/**
 * Warns on stderr when 80 % of a token's calls are used: once per command, and once an hour in one that keeps
 * running.
 */
export const warnNearLimit =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    const response = await send(...request)
    warn(response)
    return response
  }
