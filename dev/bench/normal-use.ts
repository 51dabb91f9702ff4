// What users and programs do on a server on a normal day, and how long it takes: a user signs in, unlocks the vault
// and reads variables, repeatedly, while programs fetch an environment with an API key.

import { setTimeout as wait } from 'node:timers/promises'
import type { FloodWorld } from './flood-world.ts'

export interface Times {
  readonly count: number
  readonly failed: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

export interface NormalUse {
  readonly signIn: Times
  readonly unlock: Times
  readonly read: Times
  readonly inject: Times & { readonly perSecond: number }
}

const everyMs = 750
const programs = 4

interface Series {
  readonly took: number[]
  failed: number
}

/** Measures one call; a failed call counts with the time that it took. */
async function measure<T>(series: Series, call: () => Promise<T>): Promise<T | undefined> {
  const started = performance.now()
  try {
    return await call()
  } catch {
    series.failed++
    return undefined
  } finally {
    series.took.push(performance.now() - started)
  }
}

const timesOf = ({ took, failed }: Series): Times => {
  const sorted = took.toSorted((left, right) => left - right)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: took.length, failed, p50: at(0.5), p99: at(0.99) }
}

export async function measureNormalUse(world: FloodWorld, seconds: number): Promise<NormalUse> {
  const series = (): Series => ({ took: [], failed: 0 })
  const [signIn, unlock, read, inject] = [series(), series(), series(), series()]
  const started = performance.now()
  const isOver = () => performance.now() - started >= seconds * 1_000

  const visit = async (turn: number) => {
    const person = world.people[turn % world.people.length]
    const token = person && (await measure(signIn, () => world.signIn(person)))
    if (!token || !(await measure(unlock, () => world.unlock(token)))) return
    await measure(read, () => world.read(token))
  }
  const visits: Promise<void>[] = []
  const people = async () => {
    for (let turn = 0; !isOver(); turn++) {
      visits.push(visit(turn))
      await wait(everyMs)
    }
    await Promise.all(visits)
  }
  const program = async () => {
    while (!isOver()) await measure(inject, world.inject)
  }
  await Promise.all([people(), ...Array.from({ length: programs }, program)])
  const fetched = timesOf(inject)
  const perSecond = (fetched.count - fetched.failed) / seconds
  return {
    signIn: timesOf(signIn),
    unlock: timesOf(unlock),
    read: timesOf(read),
    inject: { ...fetched, perSecond },
  }
}
