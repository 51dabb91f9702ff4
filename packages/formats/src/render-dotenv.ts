import type { Dialect } from './dialect.ts'
import { dialects } from './dialect.ts'
import { writeBash } from './dialects/bash.ts'
import { writeCompose } from './dialects/compose.ts'
import { writeDocker } from './dialects/docker.ts'
import { writeNext } from './dialects/next.ts'
import { writeNode } from './dialects/node.ts'
import { writePortable } from './dialects/portable.ts'
import { writePython } from './dialects/python.ts'
import { writeRuby } from './dialects/ruby.ts'
import { writeSystemd } from './dialects/systemd.ts'
import { guardLine, type Write } from './dialects/writing.ts'
import { FormatError, type FormatProblem } from './format-error.ts'
import type { Rendered, RenderWarning } from './rendered.ts'

/**
 * Writes one `KEY=value` for each variable, for the readers of `dialect`, or by the portable rule without one. Throws
 * `FormatError` with every variable that cannot be carried and, where there are any, the dialects that can carry it (rule 4).
 */
export function renderDotenv(variables: ReadonlyMap<string, string>, dialect?: Dialect): Rendered {
  const write = dialect === undefined ? writePortable : writers[dialect]
  const problems: FormatProblem[] = []
  const warnings: RenderWarning[] = []
  let text = ''
  for (const [key, value] of variables) {
    const written = write(value, key)
    if ('problem' in written) {
      problems.push({ line: 0, key, problem: `${written.problem}; ${advice(value, key)}` })
      continue
    }
    if (written.warning !== undefined) warnings.push({ key, problem: written.warning })
    text += `${key}=${written.text}\n`
    if (written.guard !== undefined) text += guardLine(written.guard)
  }
  if (problems.length > 0) throw new FormatError(problems)
  return { text, warnings }
}

/** The dialects whose readers can be given exactly this value. */
function dialectsThatCarry(value: string, key: string): Dialect[] {
  return dialects.filter((dialect) => !('problem' in writers[dialect](value, key)))
}

function advice(value: string, key: string): string {
  const able = dialectsThatCarry(value, key)
  return able.length === 0 ? 'json and yaml can carry it' : `these dialects can carry it: ${able.join(', ')}`
}

const writers: Readonly<Record<Dialect, Write>> = {
  node: writeNode,
  next: writeNext,
  compose: writeCompose,
  docker: writeDocker,
  python: writePython,
  ruby: writeRuby,
  bash: writeBash,
  systemd: writeSystemd,
}
