import type { Page } from '@playwright/test'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** The processor time of a complete event, in microseconds. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * The busiest task of a page's main thread while `act` runs, in milliseconds of processor time: a loaded machine does
 * not make it longer.
 */
export async function busiestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()
  if (!browser) throw new Error('This page has no browser of its own')
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[]
  }
  const main = traceEvents
    .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid} ${tid}`)
  const times = traceEvents
    .filter(
      ({ ph, name, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && main.includes(`${pid} ${tid}`),
    )
    .flatMap(({ tdur }) => tdur ?? [])
  if (times.length === 0) throw new Error('The trace has no tasks')
  return Math.max(...times) / 1_000
}
