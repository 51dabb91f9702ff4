// Pictures of what a journey sees, for people who judge how it looks: `node e2e/screenshots.ts` asks for them.

import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Page, test } from '@playwright/test'
import { pageReady } from './page-ready.ts'

/** In forced colors the browser replaces ours, as in Windows' contrast themes. */
export const themes = ['light', 'dark', 'forced'] as const
type Theme = (typeof themes)[number]

export interface PictureRequest {
  readonly folder: string
  readonly widths: readonly number[]
  readonly themes: readonly Theme[]
  /** The beginning of the names to take, which begin with the journey's; empty takes all. */
  readonly only: string
}

/** The environment variable with a {@link PictureRequest} as JSON; without it journeys take no pictures. */
export const requestVariable = 'ENVHOLD_PICTURES'
const request = JSON.parse(process.env[requestVariable] ?? 'null') as PictureRequest | null

const heightOf = (width: number) => {
  if (width > 1600) return 1440
  return width < 400 ? 844 : 900
}

const mediaOf = (theme: Theme) =>
  theme === 'forced'
    ? ({ colorScheme: 'light', forcedColors: 'active' } as const)
    : ({ colorScheme: theme, forcedColors: 'none' } as const)

/**
 * Takes a page as it is now, in each width and theme that was asked for; then it is as before. A journey in the dark
 * takes none: it is one that is played in the light too.
 * @param fullPage the whole page, not only what fits the window, where all of it is rendered
 */
export async function picture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  const journey = basename(test.info().file, '.spec.ts')
  const file = `${journey}-${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  if (!request || !file.startsWith(request.only)) return
  if (await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")) return
  const size = page.viewportSize()
  // A message stays as long as the pointer is above it.
  await page.mouse.move(0, 0)
  // A table with a count of its rows renders those in the window only.
  const isWhole = fullPage && (await page.locator('[aria-rowcount]').count()) === 0
  await mkdir(request.folder, { recursive: true })
  for (const theme of request.themes)
    for (const width of request.widths) {
      await page.emulateMedia(mediaOf(theme))
      await page.setViewportSize({ width, height: heightOf(width) })
      await pageReady(page)
      const path = join(request.folder, `${file}-${width}-${theme}.png`)
      await page.screenshot({ path, fullPage: isWhole, animations: 'disabled' })
    }
  await page.emulateMedia(mediaOf('light'))
  if (size) await page.setViewportSize(size)
}
