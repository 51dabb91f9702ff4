import type { Dialect } from './dialect.ts'
import type { Rendered } from './render.ts'

/** Writes `KEY=value` lines for the readers of `dialect`, or by the portable rule without one. */
export function renderDotenv(variables: ReadonlyMap<string, string>, _dialect?: Dialect): Rendered {
  const text = [...variables].map(([key, value]) => `${key}='${value}'\n`).join('')
  return { text, warnings: [] }
}
