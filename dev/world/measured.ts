import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/** A set-up or a test file, as `npm test -- --profile` adds them up (dev/setup/profile.ts). */
export interface Measured {
  readonly kind: 'set-up' | 'file'
  readonly name: string
  readonly wallMs: number
  /** Of this process with its threads; other work of the process at the same time counts, too. */
  readonly processorMs: number
}

const folder = process.env.ENVHOLD_PROFILE

/** Begins to measure; the returned function ends it. Does nothing without a profile. */
export function beginMeasured(kind: Measured['kind']): (name: string) => void {
  if (folder === undefined) return () => {}
  const begun = performance.now()
  const before = process.cpuUsage()
  return (name) => {
    const { user, system } = process.cpuUsage(before)
    const measured: Measured = {
      kind,
      name,
      wallMs: performance.now() - begun,
      processorMs: (user + system) / 1_000,
    }
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(measured)}\n`)
  }
}

/** Makes something that tests need, such as an application or a person, and measures how long that takes. */
export async function measured<T>(name: string, make: () => Promise<T>): Promise<T> {
  const end = beginMeasured('set-up')
  const made = await make()
  end(name)
  return made
}
