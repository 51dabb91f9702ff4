/**
 * Pictures of every page and dialog, with life-like data: `node e2e/screenshots.ts [folder] [--only name] [--width 390]
 * [--theme dark]`; `--width` and `--theme` may be given several times. A page at 200 % has half the width: 720 for 1440.
 * With `--readme` it makes docs/screenshot.png and nothing else.
 */
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Person } from '../dev/world/sign-up.ts'
import { startServer } from '../dev/world/start-server.ts'
import { accountTour, beginnerTour, newcomerTour, verifyTour } from './account-tour.ts'
import { billingTour } from './billing-tour.ts'
import { deviceLoginTour } from './device-login-tour.ts'
import { exportTour } from './export-tour.ts'
import { findChromium } from './find-chromium.ts'
import { graceTour } from './grace-tour.ts'
import { type LifeLike, seedLifeLike } from './life-like.ts'
import { pageReady } from './page-ready.ts'
import { collaboratorTour, fullTour, invitedTour, readerTour, sharingTour } from './sharing-tour.ts'
import { insideTour, publicTour, type Stop } from './tour.ts'

const widths = [2560, 1440, 768, 390, 320]
/** In forced colours the browser replaces ours, as in Windows' contrast themes. */
const themes = ['light', 'dark', 'forced'] as const
type Theme = (typeof themes)[number]

/** Which pictures to take; all of them where nothing is said. */
interface Wanted {
  readonly only?: string | undefined
  readonly width?: readonly string[] | undefined
  readonly theme?: readonly string[] | undefined
}

interface Studio {
  readonly browser: Browser
  readonly baseURL: string
  readonly seeded: LifeLike
}

const heightOf = (width: number) => {
  if (width > 1600) return 1440
  return width < 400 ? 844 : 900
}

async function openPage(
  { browser, baseURL }: Studio,
  person: Person | null,
  width: number,
  theme: Theme,
): Promise<Page> {
  const entries = person ? { token: person.token, username: person.username } : {}
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    baseURL,
    colorScheme: theme === 'forced' ? 'light' : theme,
    forcedColors: theme === 'forced' ? 'active' : 'none',
    reducedMotion: 'reduce',
    locale: 'en-US',
    viewport: { width, height: heightOf(width) },
    hasTouch: width < 400,
    storageState: { cookies: [], origins: [{ origin: baseURL, localStorage }] },
  })
  context.setDefaultTimeout(10_000)
  return context.newPage()
}

/** @returns the stops that could not be reached */
async function take(
  studio: Studio,
  page: Page,
  stops: readonly Stop[],
  file: (stop: Stop) => string | undefined,
): Promise<string[]> {
  const missed: string[] = []
  for (const stop of stops) {
    try {
      await stop.go(page, studio.seeded)
      await pageReady(page)
      const path = file(stop)
      if (path) await page.screenshot({ path, fullPage: stop.whole ?? false, animations: 'disabled' })
    } catch (error) {
      missed.push(
        `${stop.name}: ${error instanceof Error ? error.message.split('\n', 2).join(' ') : String(error)}`,
      )
    }
  }
  await page.context().close()
  return missed
}

async function takeAll(studio: Studio, folder: string, wanted: Wanted): Promise<number> {
  const { only } = wanted
  let missed = 0
  for (const theme of themes.filter((each) => !wanted.theme || wanted.theme.includes(each)))
    for (const width of wanted.width?.map(Number) ?? widths) {
      const file = ({ name }: Stop) =>
        only && !name.startsWith(only) ? undefined : join(folder, `${name}-${width}-${theme}.png`)
      for (const [person, stops] of [
        [null, [...publicTour, ...verifyTour, ...invitedTour]],
        [
          studio.seeded.person,
          [...insideTour, ...deviceLoginTour, ...sharingTour, ...accountTour, ...exportTour],
        ],
        [studio.seeded.colleague, [...collaboratorTour, ...fullTour, ...billingTour, ...graceTour]],
        [studio.seeded.reader, readerTour],
        [studio.seeded.newcomer, newcomerTour],
        [studio.seeded.beginner, beginnerTour],
      ] as const) {
        const page = await openPage(studio, person, width, theme)
        for (const line of await take(studio, page, stops, file)) {
          missed++
          console.error(`✗ ${width} ${theme} ${line}`)
        }
      }
    }
  return missed
}

async function takeForReadme(studio: Studio): Promise<number> {
  const path = fileURLToPath(new URL('../docs/screenshot.png', import.meta.url))
  const until = insideTour.findIndex(({ name }) => name === 'variables')
  const way = insideTour.slice(0, until + 1).filter(({ name }) => name.startsWith('variables'))
  const page = await openPage(studio, studio.seeded.person, 1440, 'light')
  const steps = [
    ...way.map((stop) => (stop.name === 'variables-locked' ? { ...stop, go: goToVariables } : stop)),
    { name: 'readme', go: messageGone },
  ]
  const missed = await take(studio, page, steps, ({ name }) => (name === 'readme' ? path : undefined))
  for (const line of missed) console.error(`✗ ${line}`)
  return missed.length
}

const messageGone: Stop['go'] = (page) =>
  page.getByText('Master password validated!').waitFor({ state: 'hidden' })

const goToVariables: Stop['go'] = (page, { storefront }) =>
  page.goto(`/project/${storefront.projectId}?tab=variables`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    readme: { type: 'boolean', default: false },
    only: { type: 'string' },
    width: { type: 'string', multiple: true },
    theme: { type: 'string', multiple: true },
  },
})
const server = await startServer({ engine: 'sqlite', settings: { LOG_LEVEL: 'error' } })
const browser = await chromium.launch(await findChromium())
try {
  const studio = { browser, baseURL: server.url, seeded: await seedLifeLike(server) }
  const folder = resolve(positionals[0] ?? (await mkdtemp(join(tmpdir(), 'envhold-screenshots-'))))
  await mkdir(folder, { recursive: true })
  const missed = values.readme ? await takeForReadme(studio) : await takeAll(studio, folder, values)
  if (!values.readme) console.log(`The pictures are in ${folder}`)
  process.exitCode = missed === 0 ? 0 : 1
} finally {
  await browser.close()
  await server.stop()
}
