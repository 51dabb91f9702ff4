import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { variablesQuery } from '../data/variable-queries.ts'
import { type ComparisonSummary, type ReadEnvironment, summarizeComparison } from './comparison.ts'
import { runInSlices } from './run-in-slices.ts'

const maxConcurrentReads = 4

interface Read {
  readonly version: number
  /** Undefined if it could not be read. */
  readonly variables: Variables | undefined
}

/** What is known of the environments of a project besides the one that is shown. */
export interface OtherEnvironments {
  readonly read: readonly ReadEnvironment[]
  /** The names of those that could not be read. */
  readonly failed: readonly string[]
  /** All have been asked for. */
  readonly isSettled: boolean
}

const nothing: ReadonlyMap<number, Read> = new Map()

/**
 * Reads the other environments of a project once each, and again when they have a new version. Without variables there
 * is nothing to compare, so those are not read. The values are dropped when `enabled` ends, as the vault locks.
 * @param enabled the vault is open, and the environment that is shown has been read: a wrong master password then fails
 *   once, and not for every environment
 */
export function useOtherEnvironments(
  environments: readonly Environment[],
  shownId: number,
  isVaultOpen: boolean,
  enabled: boolean,
): OtherEnvironments {
  const connection = useConnection()
  const cache = useRef(new Map<number, Read>())
  const [reads, setReads] = useState(nothing)
  const others = useMemo(
    () => environments.filter(({ id, variable_count }) => id !== shownId && variable_count > 0),
    [environments, shownId],
  )
  const versions = others.map(({ id, version }) => `${id}.${version}`).join()

  const readOne = async ({ id, version }: Environment): Promise<Read> => {
    try {
      const read = await connection.queries.fetchQuery({ ...variablesQuery(connection, id), retry: false })
      return { version, variables: read.variables }
    } catch {
      // A row then has no sign for this environment, and the status line says so.
      return { version, variables: undefined }
    }
  }
  const readAll = useEffectEvent(async (signal: AbortSignal) => {
    // One that failed is read again with the next one that changed, or once another environment is shown.
    const isCurrent = ({ id, version }: Environment) =>
      cache.current.get(id)?.version === version && cache.current.get(id)?.variables
    const queue = others.filter((each) => !isCurrent(each))
    const work = async () => {
      for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) {
        const read = await readOne(next)
        if (!signal.aborted) cache.current.set(next.id, read)
      }
    }
    await Promise.all(Array.from({ length: maxConcurrentReads }, work))
    if (!signal.aborted) setReads(new Map(cache.current))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` is all of the environments that matters here.
  useEffect(() => {
    if (!enabled) return
    const controller = new AbortController()
    void readAll(controller.signal)
    return () => controller.abort()
  }, [enabled, versions])
  useEffect(() => {
    if (isVaultOpen) return
    cache.current = new Map()
    setReads(nothing)
  }, [isVaultOpen])

  return useMemo(() => {
    const readOf = ({ id }: Environment) => reads.get(id)
    return {
      read: others.flatMap((environment) => {
        const variables = readOf(environment)?.variables
        const { id, name, color } = environment
        return variables ? [{ id, name, color, protected: environment.protected, variables }] : []
      }),
      failed: others.filter((each) => readOf(each) && !readOf(each)?.variables).map(({ name }) => name),
      isSettled: others.every((each) => readOf(each)),
    }
  }, [others, reads])
}

const none: ReadonlyMap<string, ComparisonSummary> = new Map()

/** The signs of an environment's keys; undefined until all other environments are read. */
export function useComparison(
  variables: Variables,
  isProtected: boolean,
  others: OtherEnvironments,
): ReadonlyMap<string, ComparisonSummary> | undefined {
  const [signs, setSigns] = useState<ReadonlyMap<string, ComparisonSummary>>()
  const { read, failed, isSettled } = others
  const isComplete = failed.length === 0
  useEffect(() => {
    if (variables.size === 0 || (read.length === 0 && !isSettled)) return setSigns(undefined)
    if (read.length === 0) return setSigns(none)
    // Signs of before stay while one environment is read again.
    if (!isSettled) return
    const here = { protected: isProtected, variables }
    return runInSlices(comparisonSteps(here, read, isComplete), (computed) => setSigns(computed))
  }, [variables, isProtected, read, isComplete, isSettled])
  return signs
}

/** The signs of all keys. Pauses after each, so that the caller can let the browser do something else. */
export function* comparisonSteps(
  here: Pick<ReadEnvironment, 'protected' | 'variables'>,
  others: readonly ReadEnvironment[],
  isComplete: boolean,
): Generator<undefined, ReadonlyMap<string, ComparisonSummary>> {
  const signs = new Map<string, ComparisonSummary>()
  for (const key of here.variables.keys()) {
    const sign = summarizeComparison(key, here, others, isComplete)
    if (sign) signs.set(key, sign)
    yield
  }
  return signs
}
