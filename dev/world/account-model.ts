// An account over years, without a server: plans come and go, people join, the server is off, mail is late, clocks are
// wrong. What happens to it is decided by the real rules, and each step is reported.

import { evaluate } from '../../apps/server/src/features/archive/phase/evaluate.ts'
import { roomFor } from '../../apps/server/src/features/archive/phase/excess.ts'
import type { Evaluation, Facts, Reminder } from '../../apps/server/src/features/archive/phase/facts.ts'
import {
  archiveByOwner,
  restoreByOwner,
  suspend,
  unsuspend,
} from '../../apps/server/src/features/archive/phase/owner-operations.ts'

export const hour = 3_600_000
export const day = 24 * hour
export const start = Date.UTC(2027, 0, 1)
const tick = 12 * hour
/** How long the server tries to send a mail. */
const tries = 25 * hour

const free = { isEntitled: false, maxProjects: 1, maxCollaborators: 2 }
const pro = { isEntitled: true, maxProjects: -1, maxCollaborators: -1 }
/** A paid plan with limits. */
const team = { isEntitled: true, maxProjects: 2, maxCollaborators: 3 }

export const paying: Facts = {
  ...pro,
  hadPaid: true,
  suspendedAt: null,
  projects: [1, 2, 3].map((id) => ({ id, createdAt: start - (10 - id) * day })),
  people: ['ada', 'ben', 'cyd', 'dan'].map((email, n) => ({
    email,
    since: start - (9 - n) * day,
    projects: [(n % 3) + 1],
  })),
  phase: 'compliant',
  graces: 0,
  grace: null,
  archived: [],
  held: [],
}
export const lapsed: Facts = { ...paying, ...free }

export type Act =
  | { readonly do: 'pay' | 'pay less' | 'lapse' | 'suspend' | 'unsuspend' | 'add project' | 'keep' }
  | { readonly do: 'archive' | 'restore' | 'remove person' | 'delete project'; readonly nth: number }
  | { readonly do: 'add person'; readonly nth: number }
  | { readonly do: 'limit'; readonly projects: number }
  | { readonly do: 'mail'; readonly is: Mail }
  /** The server runs, and evaluates twice a day. */
  | { readonly do: 'on'; readonly days: number }
  | { readonly do: 'off'; readonly hours: number }
  /** The clock is wrong for one evaluation. */
  | { readonly do: 'wrong clock'; readonly days: number }

type Mail = 'up' | 'late' | 'down'

export interface Step {
  readonly at: number
  readonly before: Facts
  readonly evaluation: Evaluation
  /** The clock was wrong. */
  readonly isWrong: boolean
}

const pick = <T>(all: readonly T[], nth: number): T | undefined => all[nth % Math.max(1, all.length)]

export class AccountModel {
  facts: Facts
  at = start
  mail: Mail = 'up'
  readonly #onStep: (step: Step) => void
  #made = 100
  #announced = start

  constructor(facts: Facts, onStep: (step: Step) => void) {
    this.facts = facts
    this.#onStep = onStep
  }

  do(act: Act): void {
    const changed = this.#change(act)
    if (changed) this.facts = changed
    if (act.do === 'mail') this.mail = act.is
    if (act.do === 'off') this.at += act.hours * hour
    if (act.do === 'wrong clock') {
      this.#step(this.at + act.days * day, true)
      return
    }
    this.#step(this.at, false)
    for (let left = act.do === 'on' ? act.days * (day / tick) : 0; left > 0; left--) {
      this.at += tick
      this.#step(this.at, false)
    }
  }

  #change(act: Act): Facts | undefined {
    const { facts, at } = this
    const isFree = facts.phase !== 'grace'
    switch (act.do) {
      case 'pay':
        return { ...facts, ...pro }
      case 'pay less':
        return { ...facts, ...team }
      case 'lapse':
        return facts.isEntitled ? { ...facts, ...free } : facts
      case 'limit':
        return facts.isEntitled ? facts : { ...facts, maxProjects: act.projects }
      case 'suspend':
        return suspend(facts, at)
      case 'unsuspend':
        return unsuspend(facts, at)
      case 'archive': {
        const project = isFree ? undefined : pick(facts.projects, act.nth)
        return project && archiveByOwner(facts, project.id, at)
      }
      case 'restore': {
        const project = pick(facts.archived, act.nth)
        return project && restoreByOwner(facts, project.id)
      }
      case 'keep':
        return facts.grace
          ? { ...facts, grace: { ...facts.grace, keep: facts.projects.slice(-1).map(({ id }) => id) } }
          : facts
      case 'add project':
        return isFree && roomFor(facts.projects.length, facts.maxProjects) > 0
          ? { ...facts, projects: [...facts.projects, { id: this.#made++, createdAt: at }] }
          : facts
      case 'delete project': {
        const gone = isFree ? pick(facts.projects, act.nth) : undefined
        return gone && withoutProject(facts, gone.id)
      }
      case 'add person': {
        const project = pick(facts.projects, act.nth)
        if (!project || !isFree || roomFor(facts.people.length, facts.maxCollaborators) === 0) return facts
        const person = { email: `p${this.#made++}`, since: at, projects: [project.id] }
        return { ...facts, people: [...facts.people, person] }
      }
      case 'remove person': {
        const gone = pick(facts.people, act.nth)
        return { ...facts, people: facts.people.filter((person) => person !== gone) }
      }
      default:
        return undefined
    }
  }

  #step(at: number, isWrong: boolean): void {
    if (this.mail === 'late' || this.mail === 'up') this.#send(at)
    this.#giveUp(at)
    const before = this.facts
    const evaluation = evaluate(before, at, { destructive: true })
    this.#onStep({ at, before, evaluation, isWrong })
    if (evaluation.effects.some(({ kind }) => kind.startsWith('grace_started') || kind.endsWith('again')))
      this.#announced = at
    this.facts = evaluation.next
    if (this.mail === 'up') this.#send(at)
  }

  #mails(
    change: (queuedAt: number) => { readonly sentAt: number } | { readonly isGivenUp: true } | undefined,
  ) {
    const { facts } = this
    const changed = <T extends { sentAt: number | null; isGivenUp: boolean }>(
      mail: T,
      queuedAt: number,
    ): T => (mail.sentAt === null && !mail.isGivenUp ? { ...mail, ...change(queuedAt) } : mail)
    const reminder = (mail: Reminder | null) => mail && changed(mail, mail.queuedAt)
    const { grace } = facts
    this.facts = {
      ...facts,
      grace: grace && {
        ...grace,
        started: changed(grace.started, this.#announced),
        reminder: reminder(grace.reminder),
      },
      archived: facts.archived.map((project) => ({ ...project, reminder: reminder(project.reminder) })),
    }
  }

  #send(at: number): void {
    this.#mails(() => ({ sentAt: at }))
  }

  #giveUp(at: number): void {
    this.#mails((queuedAt) => (at - queuedAt > tries ? { isGivenUp: true } : undefined))
  }
}

const withoutProject = (facts: Facts, id: number): Facts => ({
  ...facts,
  projects: facts.projects.filter((project) => project.id !== id),
  people: facts.people
    .map((person) => ({ ...person, projects: person.projects.filter((projectId) => projectId !== id) }))
    .filter(({ projects }) => projects.length > 0),
  held: facts.held
    .map((person) => ({ ...person, projects: person.projects.filter((projectId) => projectId !== id) }))
    .filter(({ projects }) => projects.length > 0),
})
