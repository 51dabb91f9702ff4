import type { Page } from '@playwright/test'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** When it began, in microseconds. */
  readonly ts: number
  readonly dur?: number
  /** The processor time of a complete event, in microseconds. */
  readonly tdur?: number
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } }
}

/** Processor times in milliseconds: a loaded machine does not make them longer. */
export interface Busy {
  /** The longest task of the main thread, with layout and drawing. */
  readonly task: number
  /**
   * The most that the page's own script did before one press of a key could be drawn; 0 if none was pressed. What it
   * leaves for later, the next press interrupts.
   */
  readonly keyPress: number
}

/** How busy the main thread of a page is while `act` runs. */
export async function measureBusy(page: Page, act: () => Promise<void>): Promise<Busy> {
  const events = await traceMainThread(page, act)
  const tasks = events.filter(({ name }) => name.endsWith('RunTask'))
  if (tasks.length === 0) throw new Error('The trace has no tasks')
  return { task: maxTime(tasks.map(timeOf)), keyPress: maxTime(workOfKeys(events)) }
}

const timeOf = ({ tdur = 0 }: TraceEvent) => tdur / 1_000
const maxTime = (times: readonly number[]) => times.reduce((max, time) => Math.max(max, time), 0)

/** The complete events of the main thread, in their order. */
async function traceMainThread(page: Page, act: () => Promise<void>): Promise<TraceEvent[]> {
  const browser = page.context().browser()
  if (!browser) throw new Error('This page has no browser of its own')
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline'],
  })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[]
  }
  const main = traceEvents
    .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid} ${tid}`)
  return traceEvents
    .filter(({ ph, pid, tid }) => ph === 'X' && main.includes(`${pid} ${tid}`))
    .toSorted((left, right) => left.ts - right.ts)
}

const typeOf = ({ name, args }: TraceEvent) => (name === 'EventDispatch' ? args?.data?.type : undefined)
const keyEvents = new Set(['keydown', 'keypress', 'beforeinput', 'input', 'keyup'])
const scripts = new Set(['EventDispatch', 'FunctionCall', 'RunMicrotasks'])
const endOf = ({ ts, dur = 0 }: TraceEvent) => ts + dur

/** What ran in the tasks of each press of a key. */
function workOfKeys(events: readonly TraceEvent[]): number[] {
  const work: number[] = []
  let task: TraceEvent | undefined
  let hasKey = false
  let countedUntil = 0
  for (const event of events) {
    if (event.name.endsWith('RunTask') && !(task && event.ts < endOf(task))) [task, hasKey] = [event, false]
    const type = typeOf(event)
    if (type === 'keydown') work.push(0)
    hasKey ||= type !== undefined && keyEvents.has(type)
    // What it calls is part of it.
    if (work.length === 0 || !hasKey || !scripts.has(event.name) || event.ts < countedUntil) continue
    work.push((work.pop() ?? 0) + timeOf(event))
    countedUntil = endOf(event)
  }
  return work
}
