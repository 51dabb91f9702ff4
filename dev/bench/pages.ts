// What opening a page costs in a real browser: requests, bytes transferred, and the time until its content shows. The
// network is loopback HTTP/1.1 with a delay on each request and six connections, like a self-hosted server without a
// proxy. The cache is empty on each visit.

import { performance } from 'node:perf_hooks'
import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../../e2e/find-chromium.ts'
import { bytesOf, type OpenedPage, openPage } from '../../e2e/open-page.ts'
import { seedProject } from '../world/seed-project.ts'
import { signUp } from '../world/sign-up.ts'
import { startServer } from '../world/start-server.ts'

const delays = [0, 100, 200]
const rounds = 3

/** The maximum for the dashboard, and how soon it has to show at a delay of 100 ms. */
const goals = { requests: 20, kilobytes: 200, contentMs: 1_500 }

const print = (line: string) => process.stdout.write(`${line}\n`)

const kilobytes = (bytes: number) => Math.round(bytes / 1_000)

const middle = (visits: readonly OpenedPage[]): OpenedPage | undefined =>
  visits.toSorted((left, right) => left.contentMs - right.contentMs)[visits.length >> 1]

async function measure(browser: Browser, url: string): Promise<void> {
  const person = await signUp(url)
  const { project } = await seedProject(person, 'development', 'staging', 'production')
  const pages = [
    { path: '/dashboard', content: project.name },
    { path: `/project/${project.id}`, content: 'staging' },
    { path: `/project/${project.id}?tab=variables`, content: 'Master password' },
    { path: '/account', content: person.email },
  ]
  for (const { path, content } of pages)
    for (const delayMs of delays) {
      const visits: OpenedPage[] = []
      for (let round = 0; round < rounds; round++)
        visits.push(await openPage(browser, { url, path, content, delayMs, person }))
      const visit = middle(visits)
      if (!visit) continue
      printVisit(path.replace(/\d+/, '{id}'), delayMs, visit)
    }
}

function printVisit(path: string, delayMs: number, { first, later, contentMs }: OpenedPage): void {
  const bytes = bytesOf(first)
  const isReached =
    first.length <= goals.requests && bytes <= goals.kilobytes * 1_000 && contentMs <= goals.contentMs
  const goal = `≤ ${goals.requests}, ${goals.kilobytes} KB, ${goals.contentMs} ms ${isReached ? 'reached' : 'MISSED'}`
  const cells = [
    path,
    delayMs,
    first.length,
    kilobytes(bytes),
    Math.round(contentMs),
    later.length,
    kilobytes(bytesOf(later)),
    path === '/dashboard' && delayMs === 100 ? goal : '',
  ]
  print(`| ${cells.join(' | ')} |`)
}

/** Prints a row for each page and delay: the median visit of three. */
export async function benchPages(): Promise<void> {
  const { executablePath, args } = await findChromium()
  const server = await startServer({ engine: 'sqlite' })
  const browser = await chromium.launch({ executablePath, args })
  const started = performance.now()
  try {
    print(
      '\n| page | delay of a request, ms | requests | KB | content after ms | later requests | later KB | goal |',
    )
    print('|---|---:|---:|---:|---:|---:|---:|---|')
    await measure(browser, server.url)
    print(`\nMeasured in ${Math.round((performance.now() - started) / 1_000)} s`)
  } finally {
    await browser.close()
    await server.stop()
  }
}
