import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')
const themes = ['light', 'dark'] as const

/** Each color of the theme, light and dark, as `#rrggbb`. */
const colors = new Map(
  [...css.matchAll(/--(?:color-)?([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

/** Relative luminance (WCAG 2.2). */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (left: string, right: string): number => {
  const [low = 0, high = 0] = [luminance(left), luminance(right)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['paper', 'surface', 'sunken', 'raised', 'hover']
const hues = ['sky', 'indigo', 'violet', 'plum', 'brown', 'slate'].map((hue) => `env-${hue}`)
const text = [
  ...hues.flatMap((hue) => grounds.map((ground) => [hue, ground])),
  ...['ink', 'ink-2', 'ink-3', 'accent', 'bad'].flatMap((ink) => grounds.map((ground) => [ink, ground])),
  ...['good', 'warn', 'bad', 'info'].flatMap((tone) => [
    [tone, `${tone}-soft`],
    [tone, 'surface'],
  ]),
  ['accent', 'accent-soft'],
  ['on-accent', 'accent-fill'],
  ['on-accent', 'accent-fill-hover'],
] as [string, string][]

const ratio = (theme: (typeof themes)[number], left: string, right: string) =>
  contrast(colors.get(left)?.[theme] ?? '', colors.get(right)?.[theme] ?? '')

test.each(themes)('every text can be read on what it stands on, %s', (theme) => {
  const faint = text.filter(([ink, ground]) => !(ratio(theme, ink, ground) >= 4.5))
  expect(faint).toEqual([])
})

test.each(themes)('the edges of fields, and of the operator area, can be seen, %s', (theme) => {
  const faint = ['control-line', 'frame'].filter(
    (edge) => !['paper', 'surface'].every((ground) => ratio(theme, edge, ground) >= 3),
  )
  expect(faint).toEqual([])
})
