import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Announcement } from '@envhold/contract/announcement.ts'
import type { SlotValues } from '@envhold/contract/page-slots.ts'
import type { PlanOffer } from '@envhold/contract/plan-offers.ts'
import { type PublicPage, publicPages } from '@envhold/contract/public-pages.ts'
import type { SignUpMode } from '@envhold/contract/sign-up-modes.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { sendCompressed } from '../http/compressed-text.ts'
import { cachedPage } from './cached-page.ts'
import { frameSlots } from './frame-slots.ts'
import { type PageTextDeps, pageText } from './page-text.ts'
import { planSlots } from './plan-slots.ts'
import { readBriefly } from './read-briefly.ts'
import { serveCrawlerFiles } from './serve-crawler-files.ts'

const cacheMs = 1_000

interface PagesDeps extends PageTextDeps {
  readonly config: PageTextDeps['config'] & Pick<Config, 'signUps'>
  /** The built web app. */
  readonly folder: string
  readonly clock: () => number
  readonly readPlans: () => Promise<readonly PlanOffer[]>
  readonly readAnnouncement: () => Promise<Announcement | null>
  readonly readSignUpMode: () => Promise<SignUpMode>
}

/** Serves the public pages, which the build has rendered, with what only the instance knows. */
export function servePublicPages(server: FastifyInstance, deps: PagesDeps): void {
  const readPlans = readBriefly(deps.readPlans, cacheMs, deps.clock)
  const readSignUpMode = readBriefly(deps.readSignUpMode, cacheMs, deps.clock)
  const readFrame = async () =>
    frameSlots(await deps.readAnnouncement(), (await readSignUpMode()) ?? deps.config.signUps)
  const valuesOf: Record<PublicPage['name'], () => Promise<SlotValues>> = {
    landing: async () => planSlots(await readPlans()),
    login: async () => planSlots(await readPlans()),
    docs: async () => ({}),
    contact: async () => ({ support: deps.config.supportEmail }),
    about: pageText('about', deps),
    privacy: pageText('privacy', deps),
    terms: pageText('terms', deps),
  }
  serveCrawlerFiles(server, deps.config.publicUrl)
  for (const { path, name } of publicPages) {
    const file = join(deps.folder, 'pages', `${name}.html`)
    // Without it, web-app.ts says that the web app has not been built.
    if (!existsSync(file)) continue
    const page = cachedPage(readFileSync(file, 'utf8'), deps.config.publicUrl)
    server.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: async (request, reply) => {
        const values = { ...(await readFrame()), ...(await valuesOf[name]()) }
        return sendCompressed(request, reply, await page(values), 'text/html; charset=utf-8')
      },
    })
  }
}
