import { expect, test } from 'vitest'
import { growthAnHour, readDuration } from './growth.ts'
import { pictureOf } from './picture.ts'

const points = (of: (hours: number) => number) =>
  Array.from({ length: 100 }, (_, n) => ({ hours: n / 10, value: of(n / 10) }))

test('growth is that of the line through all points, relative to their mean', () => {
  expect(growthAnHour(points(() => 140))).toBe(0)
  expect(growthAnHour(points((hours) => 100 + hours))).toBeCloseTo(1 / 104.95)
  expect(growthAnHour(points((hours) => 100 - hours))).toBeLessThan(0)
  const saw = points((hours) => 100 + (hours % 1) * 50)
  expect(Math.abs(growthAnHour(saw)), 'what rises and falls does not grow').toBeLessThan(0.01)
  expect(growthAnHour([])).toBe(0)
  expect(growthAnHour(points(() => 0))).toBe(0)
})

test('a duration is a number of seconds, minutes or hours', () => {
  expect(['90s', '30m', '8h'].map(readDuration)).toEqual([90_000, 1_800_000, 28_800_000])
  for (const text of ['', '8', '0h', '-1h', '1.5h', '8h ', '8d'])
    expect(() => readDuration(text)).toThrow(RangeError)
})

test('the picture has a line for each curve, and says what was done', () => {
  const svg = pictureOf(
    [{ name: 'memory', unit: 'MiB', points: points((hours) => hours) }],
    [{ hours: 5, name: 'restarted' }],
  )
  expect(svg).toContain('9.9 MiB')
  expect(svg).toContain('>restarted</text>')
  expect(svg.match(/<polyline/g)).toHaveLength(1)
  expect(svg).not.toContain('NaN')
})
