/** What one sample of a figure says: when, in hours, and how much. */
export interface Point {
  readonly hours: number
  readonly value: number
}

/**
 * By how much a figure grows in an hour, relative to its mean: the slope of the line through its points with the least
 * squares. 0 for fewer than three points, and for a figure that is 0.
 */
export function growthAnHour(points: readonly Point[]): number {
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length
  if (points.length < 3) return 0
  const [middle, level] = [mean(points.map(({ hours }) => hours)), mean(points.map(({ value }) => value))]
  const spread = points.reduce((sum, { hours }) => sum + (hours - middle) ** 2, 0)
  const together = points.reduce((sum, { hours, value }) => sum + (hours - middle) * (value - level), 0)
  return spread === 0 || level === 0 ? 0 : together / spread / level
}

const units = { s: 1_000, m: 60_000, h: 3_600_000 } as const

/** Reads a duration such as `30m` or `8h`, in milliseconds. @throws RangeError for anything else */
export function readDuration(text: string): number {
  const [, number = '', unit = ''] = /^([1-9]\d{0,4})([smh])$/.exec(text) ?? []
  const ms = Number(number) * (units[unit as keyof typeof units] ?? Number.NaN)
  if (!(ms > 0)) throw new RangeError(`Give a duration such as 30m or 8h, not ${text}`)
  return ms
}
