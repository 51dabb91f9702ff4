import { expect, test } from 'vitest'
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
import { excessOf } from './excess.ts'
import type { Facts } from './facts.ts'
import { archiveByOwner, restoreByOwner } from './owner-operations.ts'

/** @returns what happened, with its day */
function run(facts: Facts, acts: readonly Act[]) {
  const happened: (readonly [day: number, effect: string])[] = []
  const note = ({ at, evaluation: { effects } }: Step) => {
    for (const effect of effects)
      happened.push([
        Math.round(((at - start) / day) * 10) / 10,
        'days' in effect ? `${effect.kind} ${effect.days}` : effect.kind,
      ])
  }
  const model = new AccountModel(facts, note)
  for (const act of acts) model.do(act)
  return { happened, facts: model.facts }
}

const kinds = ({ happened }: ReturnType<typeof run>) => happened.map(([, kind]) => kind)

test('nothing is done: reminders, archive, reminders, deletion, each in its time', () => {
  const { facts, happened } = run(lapsed, [{ do: 'on', days: 70 }])
  expect(happened).toEqual([
    [0, 'grace_started'],
    [23, 'grace_reminder 7'],
    [27, 'grace_reminder 3'],
    [29, 'grace_reminder 1'],
    [30, 'archive'],
    [30, 'archive'],
    [30, 'downgrade_final'],
    [53, 'archive_reminder 7'],
    [57, 'archive_reminder 3'],
    [59, 'archive_reminder 1'],
    [60, 'delete'],
    [60, 'delete'],
  ])
  expect(facts.projects.map(({ id }) => id)).toEqual([1])
  expect(facts.phase).toBe('compliant')
})

test('people who only share archived projects leave the count before anyone is held', () => {
  expect(paying.people).toHaveLength(4)
  const { projects, people } = excessOf(lapsed)
  expect(projects.map(({ id }) => id)).toEqual([3, 2])
  expect(people).toEqual([])
  const all = lapsed.people.map((person) => ({ ...person, projects: [1, 2] }))
  expect(excessOf({ ...lapsed, people: all }).people.map(({ email }) => email)).toEqual(['dan', 'cyd'])
})

test('a project that the owner keeps stays, whichever is older', () => {
  expect(excessOf(lapsed, { keep: [3], retainedPeople: [] }).projects.map(({ id }) => id)).toEqual([2, 1])
})

test('the 30 days begin when the mail about them is sent', () => {
  const { happened } = run(lapsed, [
    { do: 'mail', is: 'down' },
    { do: 'on', days: 10 },
    { do: 'mail', is: 'up' },
    { do: 'on', days: 31 },
  ])
  const final = happened.find(([, kind]) => kind === 'downgrade_final')
  expect(final?.[0]).toBeGreaterThanOrEqual(40)
  expect(kinds({ happened, facts: lapsed })).toContain('grace_announced_again')
})

test('a reminder that is still queued at the end, or was given up, is replaced and postpones it by a day', () => {
  const untilEnd = [
    { do: 'on', days: 28 },
    { do: 'mail', is: 'down' },
  ] as const
  const waiting = run(lapsed, [...untilEnd, { do: 'on', days: 2 }])
  expect(waiting.facts.phase).toBe('grace')
  expect(kinds(waiting)).toEqual([
    'grace_started',
    'grace_reminder 7',
    'grace_reminder 3',
    'grace_reminder 1',
    'grace_reminder 1',
  ])
  const postponed = run(lapsed, [...untilEnd, { do: 'on', days: 3 }])
  expect(kinds(postponed).slice(5)).toEqual(['grace_reminder 1'])
  const recovered = run(lapsed, [
    ...untilEnd,
    { do: 'on', days: 3 },
    { do: 'mail', is: 'up' },
    { do: 'on', days: 2 },
  ])
  expect(kinds(recovered)).toContain('downgrade_final')
})

test('after a long time off, the end is a day after another reminder', () => {
  const { happened } = run(lapsed, [
    { do: 'off', hours: 1 },
    { do: 'off', hours: 24 * 45 },
    { do: 'on', days: 2 },
  ])
  expect(happened.slice(0, 4).map(([, kind]) => kind)).toEqual([
    'grace_started',
    'grace_reminder 1',
    'archive',
    'archive',
  ])
  expect(happened[1]?.[0]).toBe(45)
  expect(happened[2]?.[0]).toBeGreaterThanOrEqual(46)
})

test('without destructive steps nothing ends and nothing is deleted', () => {
  const over: Facts = {
    ...lapsed,
    phase: 'grace',
    graces: 1,
    grace: {
      began: start,
      end: start + 30 * day,
      started: { sentAt: start, isGivenUp: false },
      reminded: [7, 3, 1],
      reminder: { queuedAt: start + 29 * day, sentAt: start + 29 * day, isGivenUp: false },
      keep: [],
      retainedPeople: [],
    },
  }
  const at = start + 30 * day
  expect(evaluate(over, at, { destructive: false }).effects).toEqual([])
  expect(evaluate(over, at, { destructive: true }).effects).toContainEqual({ kind: 'downgrade_final' })
  expect(evaluate(over, at - hour, { destructive: true }).effects).toEqual([])
})

test('deletions are bounded, the rest follows', () => {
  const { facts } = run(lapsed, [
    { do: 'on', days: 59 },
    { do: 'off', hours: 23 },
  ])
  const one = evaluate(facts, start + 60 * day + hour, { destructive: true, deletions: 1 })
  expect(one.effects).toHaveLength(1)
  expect(one.next.archived).toHaveLength(1)
})

test('restoring by hand needs room for the project and the people who share it', () => {
  const { facts } = run({ ...lapsed, maxProjects: 2, maxCollaborators: 1 }, [{ do: 'on', days: 1 }])
  const archived = archiveByOwner(archiveByOwner(facts, 1, start), 2, start)
  expect(archived.people.map(({ email }) => email)).toEqual(['cyd'])
  expect(restoreByOwner(archived, 1)).toBe(archived)
  expect(restoreByOwner({ ...archived, maxCollaborators: 4 }, 1).projects.map(({ id }) => id)).toEqual([3, 1])
})

test('held people come back as soon as the plan has room, the earliest first', () => {
  const people = ['ada', 'ben', 'cyd', 'dan'].map((email, n) => ({ email, since: start + n, projects: [1] }))
  const { facts } = run({ ...lapsed, projects: lapsed.projects.slice(0, 1), people }, [
    { do: 'on', days: 31 },
  ])
  expect(facts.held.map(({ email }) => email)).toEqual(['dan', 'cyd'])
  const { next, effects } = evaluate({ ...facts, people: facts.people.slice(1) }, start + 32 * day, {
    destructive: false,
  })
  expect(effects).toEqual([{ kind: 'release', person: 'cyd' }, { kind: 'people_released' }])
  expect(next.held.map(({ email }) => email)).toEqual(['dan'])
})

test('the end of a second grace period makes room for people who were held in the first', () => {
  const { facts, happened } = run({ ...lapsed, maxProjects: 2 }, [
    { do: 'on', days: 31 },
    { do: 'limit', projects: 1 },
    { do: 'on', days: 31 },
  ])
  expect(kinds({ happened, facts })).toContain('people_released')
  expect(facts.held).toEqual([])
  expect(happened.find(([, kind]) => kind === 'people_released')?.[0]).toBe(
    happened.findLast(([, kind]) => kind === 'downgrade_final')?.[0],
  )
})

test('an account that is over again after the end of grace gets another grace period', () => {
  const { facts } = run({ ...lapsed, maxProjects: 2 }, [
    { do: 'on', days: 31 },
    { do: 'limit', projects: 1 },
  ])
  expect(facts).toMatchObject({ phase: 'grace', graces: 2 })
})

test('an account that never paid gets no grace period', () => {
  expect(evaluate({ ...lapsed, hadPaid: false }, start, { destructive: true }).effects).toEqual([])
})
