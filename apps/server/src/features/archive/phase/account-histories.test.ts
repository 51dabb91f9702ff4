// Random accounts over up to five years. `npm test -- --long` plays 20,000 of them.

import assert from 'node:assert/strict'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import {
  AccountModel,
  type Act,
  day,
  hour,
  lapsed,
  paying,
  type Step,
  start,
} from '../../../../../../dev/world/account-model.ts'
import { evaluate } from './evaluate.ts'
import { isOver, roomFor } from './excess.ts'
import { type Facts, graceMs } from './facts.ts'
import { archiveByOwner } from './owner-operations.ts'

const nth = fc.nat(5)
const only = <Kind extends Act['do']>(...kinds: readonly Kind[]) => fc.constantFrom(...kinds)
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: only('on'), days: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: only('off'), hours: fc.constantFrom(1, 5, 24, 72, 24 * 8, 24 * 20, 24 * 60) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: only(
        'pay',
        'pay less',
        'lapse',
        'lapse',
        'add project',
        'keep',
        'suspend',
        'unsuspend',
        'unsuspend',
      ),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: only('archive', 'restore', 'remove person', 'add person', 'delete project'),
      nth,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: only('mail'), is: fc.constantFrom('up', 'up', 'late', 'down') }) },
  { weight: 1, arbitrary: fc.record({ do: only('limit'), projects: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: only('wrong clock'), days: fc.constantFrom(-400, -40, -2, 40, 400) }),
  },
) as fc.Arbitrary<Act>

interface Past {
  /** The clock was wrong before. Mails that were sent then have the wrong time. */
  wasWrong: boolean
}

/** A reminder was sent at least 20 hours and at most 7 days before. */
function assertReminded(at: number, reminder: { readonly sentAt: number | null } | null | undefined): void {
  const age = at - (reminder?.sentAt ?? Number.NaN)
  assert.ok(age >= 20 * hour && age <= 7 * day, `The reminder is ${age / hour} hours old`)
}

const idsOf = (all: readonly { readonly id: number }[]) => all.map(({ id }) => id)
const emailsOf = (all: readonly { readonly email: string }[]) => all.map(({ email }) => email)
const isUnique = (all: readonly unknown[]) => new Set(all).size === all.length

/** No step brings an account into a state that means nothing. */
function assertSound({ phase, grace, projects, archived, people, held }: Facts): void {
  assert.equal(phase === 'grace', grace !== null)
  assert.ok(isUnique([...idsOf(projects), ...idsOf(archived)]), 'A project is live and archived')
  assert.ok(isUnique([...emailsOf(people), ...emailsOf(held)]), 'A person is counted and held')
  const live = new Set(idsOf(projects))
  for (const person of [...people, ...held]) assert.ok(person.projects.every((id) => live.has(id)))
}

const destructive = ['archive', 'hold', 'delete']

// Plain assertions: these run millions of times.
function assertRules({ at, before, evaluation: { next, effects }, isWrong }: Step, past: Past): void {
  if (isWrong && !past.wasWrong) assert.ok(!effects.some(({ kind }) => destructive.includes(kind)))
  past.wasWrong ||= isWrong
  for (const effect of effects) {
    const { grace } = before
    if (effect.kind === 'archive') {
      assert.ok(at - (grace?.started.sentAt ?? Number.NaN) >= graceMs)
      assertReminded(at, grace?.reminder)
    }
    if (effect.kind === 'hold') assertReminded(at, grace?.reminder)
    if (effect.kind === 'delete') {
      const project = before.archived.find(({ id }) => id === effect.project)
      assert.ok(at - (project?.at ?? Number.NaN) >= graceMs)
      assertReminded(at, project?.reminder)
    }
    if (effect.kind === 'downgrade_final') {
      assert.ok(isOver(before), 'An account that is not over was downgraded')
      assert.ok(!isOver(next))
    }
  }
  assert.deepStrictEqual(evaluate(next, at, { destructive: true }), { next, effects: [] })
  assertSound(next)
  if (next.suspendedAt === null) assertServed(next)
  else assert.deepEqual(effects, [])
}

function assertServed(facts: Facts): void {
  const { isEntitled, phase, projects, people, archived, held, maxProjects, maxCollaborators } = facts
  if (isEntitled) {
    assert.equal(phase, 'compliant')
    if (roomFor(projects.length, maxProjects) > 0)
      assert.ok(!archived.some(({ reason }) => reason === 'grace_period_expired'))
  }
  if (roomFor(people.length, maxCollaborators) > 0) assert.deepEqual(held, [])
  if (phase === 'final') assert.ok(!isOver(facts))
}

const fiveYears = 5 * 365 * day
const acts = [
  'on',
  'off',
  'pay',
  'pay less',
  'lapse',
  'add project',
  'keep',
  'suspend',
  'unsuspend',
  'archive',
  'restore',
  'remove person',
  'add person',
  'delete project',
  'mail',
  'limit',
  'wrong clock',
]
const effectKinds = [
  'archive',
  'archive_reminder',
  'delete',
  'downgrade_completed',
  'downgrade_final',
  'grace_announced_again',
  'grace_cleared',
  'grace_reminder',
  'grace_started',
  'hold',
  'people_released',
  'projects_restored',
  'release',
  'restore',
]
const moves = [
  'compliant → grace',
  'grace → compliant',
  'grace → final',
  'final → compliant',
  'final → grace',
]

test('nothing is archived or deleted early or without its mail, and what is paid for is served', () => {
  const effectsSeen = new Map<string, number>()
  const movesSeen = new Map<string, number>()
  const pairsSeen = new Map<string, number>()
  const count = (seen: Map<string, number>, key: string) => seen.set(key, (seen.get(key) ?? 0) + 1)
  fc.assert(
    fc.property(fc.array(act, { minLength: 10, maxLength: 70 }), fc.boolean(), (history, isLapsed) => {
      const past: Past = { wasWrong: false }
      const model = new AccountModel(isLapsed ? lapsed : paying, (step) => {
        assertRules(step, past)
        for (const { kind } of step.evaluation.effects) count(effectsSeen, kind)
        const { phase } = step.evaluation.next
        if (phase !== step.before.phase) count(movesSeen, `${step.before.phase} → ${phase}`)
      })
      for (const one of history) {
        if (model.at - start > fiveYears) return
        count(pairsSeen, `${model.facts.phase}: ${one.do}`)
        model.do(one)
      }
    }),
    // A fixed seed keeps the coverage of the short run.
    inject('longRuns') ? { numRuns: 20_000 } : { numRuns: 1_000, seed: 1 },
  )
  expect([...effectsSeen.keys()].toSorted()).toEqual(effectKinds)
  expect([...movesSeen.keys()]).toEqual(expect.arrayContaining(moves))
  const pairs = ['compliant', 'grace', 'final'].flatMap((phase) => acts.map((act) => `${phase}: ${act}`))
  expect([...pairsSeen.keys()]).toEqual(expect.arrayContaining(pairs))
  const lines = [effectsSeen, movesSeen, pairsSeen].map((seen) =>
    [...seen]
      .toSorted()
      .map(([key, n]) => `${key} ${n}`)
      .join(' · '),
  )
  process.stdout.write(`Steps of account phases:\n${lines.join('\n')}\n`)
})

const deletionOf = (facts: Facts, from: number, id: number): number => {
  let deleted = Number.POSITIVE_INFINITY
  const model = new AccountModel(facts, ({ at, evaluation: { effects } }) => {
    if (effects.some((effect) => effect.kind === 'delete' && effect.project === id)) deleted = at
  })
  model.at = from
  model.do({ do: 'on', days: 75 })
  return deleted
}

test('an owner who archives by hand loses no project earlier than one who waits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 59 }), fc.constantFrom(1, 2, 3), (halfDays, id) => {
      const model = new AccountModel(lapsed, () => {})
      for (let n = 0; n < halfDays; n++) model.do({ do: 'off', hours: 12 })
      const { facts, at } = model
      const waited = deletionOf(facts, at, id)
      expect(deletionOf(archiveByOwner(facts, id, at), at, id)).toBeGreaterThanOrEqual(
        Math.min(waited, start + 60 * day),
      )
    }),
    { numRuns: 40 },
  )
})
