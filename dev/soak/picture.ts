import type { Point } from './growth.ts'

export interface Curve {
  readonly name: string
  readonly unit: string
  readonly points: readonly Point[]
}

const width = 900
const height = 150
const left = 70
const bottom = 24

/** Curves below each other over the same hours, as SVG. `marks` are the hours at which something was done. */
export function pictureOf(
  curves: readonly Curve[],
  marks: readonly { hours: number; name: string }[],
): string {
  const until = Math.max(...curves.flatMap(({ points }) => points.map(({ hours }) => hours)), 0.001)
  const x = (hours: number) => left + (hours / until) * (width - left - 10)
  const parts = curves.map((curve, index) => {
    const top = Math.max(...curve.points.map(({ value }) => value), 1e-9)
    const y = (value: number) => (index + 1) * height - bottom - (value / top) * (height - bottom - 26)
    const line = curve.points
      .map(({ hours, value }) => `${x(hours).toFixed(1)},${y(value).toFixed(1)}`)
      .join(' ')
    const rules = marks.map(
      ({ hours }) =>
        `<line x1="${x(hours).toFixed(1)}" x2="${x(hours).toFixed(1)}" y1="${y(top)}" y2="${y(0)}" stroke="#c2185b" stroke-dasharray="2 3"/>`,
    )
    return [
      `<text x="${left}" y="${index * height + 16}" font-weight="600">${curve.name}</text>`,
      ...rules,
      `<line x1="${left}" x2="${width - 10}" y1="${y(0)}" y2="${y(0)}" stroke="#999"/>`,
      `<text x="${left - 6}" y="${y(top) + 4}" text-anchor="end">${format(top)} ${curve.unit}</text>`,
      `<text x="${left - 6}" y="${y(0) + 4}" text-anchor="end">0</text>`,
      `<polyline points="${line}" fill="none" stroke="#0f655c" stroke-width="1.5"/>`,
    ].join('\n')
  })
  const base = curves.length * height
  const names = marks.map(
    ({ hours, name }, index) =>
      `<text x="${x(hours).toFixed(1)}" y="${base + 14 + (index % 3) * 14}" fill="#c2185b">${name}</text>`,
  )
  const end = `<text x="${width - 10}" y="${base - 8}" text-anchor="end">${until.toFixed(2)} h</text>`
  const size = `viewBox="0 0 ${width} ${base + 50}" width="${width}" height="${base + 50}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="#fff"/>
${[...parts, ...names, end].join('\n')}
</svg>
`
}

const format = (value: number) => (value >= 100 ? String(Math.round(value)) : value.toPrecision(2))
