/**
 * Readiness is public, so its cost does not depend on how often it is requested: the checks run at
 * most once a second, one run at a time, and concurrent requests share the result of the newest run.
 */
import type { PartName } from '@envhold/contract/health.ts'
import { shareRun } from './share-run.ts'

export interface ReadinessCheck {
  readonly part: Exclude<PartName, 'process'>
  /** @returns a message for operators if the part fails. An exception means that the part does not respond. */
  readonly find: () => Promise<string | undefined>
}

interface Failure {
  readonly path: PartName
  readonly message: string
}

const silent: Record<ReadinessCheck['part'], string> = {
  database: 'The database does not answer.',
  disk: 'The data folder cannot be written to.',
}

const patience = { freshMs: 1_000, waitMs: 2_000 }

export interface Readiness {
  readonly parts: readonly PartName[]
  /** Of this node's parts; none: it is ready. */
  findFailures(): Promise<readonly Failure[]>
}

export function createReadiness(
  checks: readonly ReadinessCheck[],
  { freshMs, waitMs } = patience,
): Readiness {
  const watched = checks.map((check) => watch(check, waitMs))

  const run = async () => {
    const failures = await Promise.all(watched.map((find) => find()))
    return failures.filter((failure) => failure !== undefined)
  }
  return {
    parts: ['process', ...checks.map(({ part }) => part)],
    findFailures: shareRun(freshMs, run),
  }
}

/** A check that exceeds its time fails, and does not start again while it hangs. */
function watch({ part, find }: ReadinessCheck, waitMs: number): () => Promise<Failure | undefined> {
  const fails = (message: string): Failure => ({ path: part, message })
  let running: Promise<Failure | undefined> | undefined

  const begin = () =>
    find()
      .then(
        (fault) => (fault === undefined ? undefined : fails(fault)),
        () => fails(silent[part]),
      )
      .finally(() => {
        running = undefined
      })

  return async () => {
    running ??= begin()
    const { promise: late, resolve } = Promise.withResolvers<Failure>()
    const timer = setTimeout(() => resolve(fails(silent[part])), waitMs)
    return await Promise.race([running, late]).finally(() => clearTimeout(timer))
  }
}
