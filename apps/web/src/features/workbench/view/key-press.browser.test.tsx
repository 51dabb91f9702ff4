import { readVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../tests/fake-api.ts'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { showWorkbench } from '../../../tests/show-workbench.tsx'

const keys = Array.from({ length: 300 }, (_, at) => `GROUP_${at % 12}_KEY_${100 + at}`)
const environments = Array.from({ length: 40 }, (_, at) =>
  sampleEnvironment({ id: 11 + at, name: `stage-${at}`, variable_count: keys.length }),
)

/** The work of one press, with the layout that it needs, in ms. Each is a task of its own. */
async function press(key: string): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve))
  const start = performance.now()
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  )
  await Promise.resolve()
  document.body.getBoundingClientRect()
  return performance.now() - start
}

const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
const inMs = (time: number) => `${time.toFixed(1)} ms`

test.each(['grid', 'table'] as const)('what a key costs in the %s of 300 variables', async (view) => {
  const api = fakeApi()
  api.answers(readVariables, ({ path }) => {
    const id = Number(/\d+/.exec(path)?.[0])
    const variables = Object.fromEntries(keys.map((key, at) => [key, `${at % 7} ${id % 3}`]))
    return { environment: environments[id - 11] ?? sampleEnvironment(), version: 4, variables, details: {} }
  })
  const tasks: number[] = []
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  })
  await showWorkbench(api, { environments, place: { view } })
  await expect.element(page.getByRole('rowheader').nth(1)).toBeVisible()
  // Everything is read and compared: it would be counted otherwise.
  await expect.poll(() => api.sent(readVariables).length, { timeout: 20_000 }).toBe(environments.length)
  await expect
    .poll(() => document.body.textContent, { timeout: 20_000 })
    .not.toContain('Comparing environments')
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  document.querySelector<HTMLElement>('[data-row="1"]')?.focus()
  observer.observe({ type: 'longtask' })
  const times: number[] = []
  for (const key of Array.from({ length: 30 }, (_, at) => (at % 3 === 2 ? 'ArrowUp' : 'ArrowDown')))
    times.push(await press(key))
  await new Promise((resolve) => setTimeout(resolve, 300))
  observer.disconnect()
  // biome-ignore lint/suspicious/noConsole: it prints, because times depend on the machine.
  console.log(
    `${view}: a key costs ${inMs(middle(times))}, at most ${inMs(Math.max(...times))}; longest task ${inMs(Math.max(0, ...tasks))}`,
  )
  expect(document.activeElement?.closest('[data-row]')).not.toBeNull()
})
