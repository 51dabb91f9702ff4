import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SignUpMode } from '@envhold/contract/accounts/accounts.ts'
import { type PlanOffer, planLines, priceText, yearlySaving } from '@envhold/contract/billing/plan-offers.ts'
import { unlimited } from '@envhold/contract/billing/plans.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import type { Announcement } from '@envhold/contract/pages/announcement.ts'
import {
  fillPage,
  type PublicPage,
  publicPages,
  type SlotValues,
} from '@envhold/contract/pages/public-pages.ts'
import type { Config } from '../config/config.ts'
import { getAndHead, type Handler, type HttpRoute } from '../http/exchange.ts'
import { type CompressedText, compressedAnswer, compressText } from '../http/responses/compressed-text.ts'
import { readBriefly } from '../instance-settings/current-announcement.ts'
import { momentOf } from '../mail/wording.ts'
import type { Document } from './documents.ts'
import { type PageTextDeps, pageText } from './page-text.ts'

const cacheMs = 1_000

interface PagesDeps extends PageTextDeps {
  readonly config: PageTextDeps['config'] & Pick<Config, 'signUps'>
  /** The built web app. */
  readonly folder: string
  readonly documents: readonly Document[]
  readonly clock: () => number
  readonly readPlans: () => Promise<readonly PlanOffer[]>
  readonly readAnnouncement: () => Promise<Announcement | null>
  readonly readSignUpMode: () => Promise<SignUpMode>
  /** Whether the database answers. */
  readonly isWorking: () => Promise<boolean>
}

/** Serves the public pages, which the build has rendered, with what only the instance knows. */
export function publicPageRoutes(deps: PagesDeps): HttpRoute[] {
  const readPlans = readBriefly(deps.readPlans, cacheMs, deps.clock)
  const readSignUpMode = readBriefly(deps.readSignUpMode, cacheMs, deps.clock)
  const started = deps.clock()
  const isWorking = readBriefly(deps.isWorking, cacheMs, deps.clock)
  const statusText = pageText('status', deps)
  const readFrame = async () =>
    frameSlots(await deps.readAnnouncement(), (await readSignUpMode()) ?? deps.config.signUps)
  const valuesOf: Record<Exclude<PublicPage['name'], 'runbooks'>, () => Promise<SlotValues>> = {
    landing: async () => planSlots(await readPlans()),
    login: async () => planSlots(await readPlans()),
    docs: async () => ({}),
    contact: async () => ({ support: deps.config.supportEmail }),
    about: pageText('about', deps),
    privacy: pageText('privacy', deps),
    terms: pageText('terms', deps),
    status: async () => ({
      ...(await statusText()),
      ...statusSlots((await isWorking()) === true, started),
    }),
  }
  const pageRoute = (path: string, html: Buffer, readValues: () => Promise<SlotValues>): HttpRoute => {
    const page = cachedPage(html, deps.config.publicUrl)
    const handler: Handler = async ({ request }) => {
      const values = { ...(await readFrame()), ...(await readValues()) }
      return compressedAnswer(request, await page(values), 'text/html; charset=utf-8')
    }
    return { methods: getAndHead, path, handler }
  }
  const pages = publicPages.flatMap(({ path, name }): HttpRoute[] => {
    const file = join(deps.folder, 'pages', `${name}.html`)
    // Without it, web-app.ts says that the web app has not been built.
    if (!existsSync(file)) return []
    const html = readFileSync(file)
    if (name !== 'runbooks') return [pageRoute(path, html, valuesOf[name])]
    return deps.documents.map((document) => pageRoute(`/docs/${document.name}`, html, document.read))
  })
  return [...crawlerFiles(deps.config.publicUrl), ...securityFiles(deps), ...pages]
}

/** Fills a page, and compresses it, again only when its values have changed. */
function cachedPage(html: Buffer, origin: string): (values: SlotValues) => Promise<CompressedText> {
  let last: { readonly key: string; readonly filled: Promise<CompressedText> } | undefined
  return (values) => {
    const key = JSON.stringify(values)
    if (last?.key !== key) last = { key, filled: compressText(fillPage(html.toString(), origin, values)) }
    return last.filled
  }
}

function priceNote(plan: PlanOffer): string {
  if (plan.price_monthly === 0) return 'for as long as you like'
  if (plan.price_yearly === null) return ''
  const saving = yearlySaving(plan)
  return `or ${priceText(plan.price_yearly)} a year${saving > 0 ? `, which saves ${priceText(saving)}` : ''}`
}

const planSlot = (plan: PlanOffer, free: PlanOffer | undefined): SlotValues => ({
  name: plan.display_name,
  description: plan.description,
  price: priceText(plan.price_monthly),
  priceNote: priceNote(plan),
  lines: planLines(plan).map((line) => ({ line })),
  action: plan.price_monthly === 0 ? 'Start Free Now' : `Start on ${freeName(free)}`,
})

const freeName = (free: PlanOffer | undefined) => free?.display_name ?? 'the free plan'

/** Completes 'Free'. */
function freeFor(free: PlanOffer | undefined): string {
  if (!free || free.max_projects === unlimited) return ''
  return free.max_projects === 1 ? ' for one project' : ` for ${formatCount(free.max_projects, 'project')}`
}

/** What the landing page says of the instance's plans; undefined if they could not be read. */
function planSlots(plans: readonly PlanOffer[] | undefined): SlotValues {
  const free = plans?.find(({ price_monthly }) => price_monthly === 0)
  return {
    plans: plans?.map((plan) => planSlot(plan, free)) ?? [],
    plansNote: plans ? '' : 'The prices cannot be shown right now. Please reload the page in a minute.',
    freePlan: freeName(free),
    freeFor: freeFor(free),
  }
}

/** About what two lines of a phone hold; the web app has the same limit in `ui/feedback/announcement-bar.tsx`. */
const shortLength = 60

const notes: Readonly<Record<SignUpMode, string>> = {
  open: '',
  invited: 'New accounts need an invitation.',
  approval: 'An operator of this server approves each new account.',
  closed: 'This server accepts no new accounts at the moment.',
}

/** What every public page has: the announcement of the operators, and whether accounts can be created. */
const frameSlots = (announcement: Announcement | null, signUps: SignUpMode): SlotValues => ({
  announcements: announcement
    ? [
        {
          id: announcement.id,
          text: announcement.text,
          level: announcement.level,
          long: [...announcement.text].length > shortLength ? 'yes' : 'no',
        },
      ]
    : [],
  signUps,
  signUpNote: notes[signUps],
})

const statusSlots = (isUp: boolean, started: number): SlotValues => ({
  state: isUp ? 'up' : 'limited',
  stateText: isUp ? 'Everything works' : 'The database does not answer at the moment',
  since: momentOf(started),
})

const anHour = 'public, max-age=3600'

/** What search engines read first: which addresses to leave out, and which pages there are. */
function crawlerFiles(publicUrl: string): HttpRoute[] {
  const robots = `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`
  const urls = publicPages
    .filter(({ isIndexed }) => isIndexed)
    .map(({ path }) => `  <url><loc>${publicUrl}${path}</loc></url>`)
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>\n',
  ].join('\n')
  const files = [
    { url: '/robots.txt', type: 'text/plain; charset=utf-8', text: robots },
    { url: '/sitemap.xml', type: 'application/xml; charset=utf-8', text: sitemap },
  ]
  return files.map(({ url, type, text }) => ({
    methods: getAndHead,
    path: url,
    handler: () => textAnswer(text, type),
  }))
}

const textAnswer = (body: string, type = 'text/plain; charset=utf-8') => ({
  status: 200,
  headers: { 'content-type': type, 'cache-control': anHour },
  body,
})

const halfYearMs = 182 * 86_400_000

/** Whom to tell of a vulnerability (RFC 9116). It never expires while the server runs. */
function securityFiles({ config, clock }: Pick<PagesDeps, 'config' | 'clock'>): HttpRoute[] {
  const { publicUrl, supportEmail } = config
  const handler: Handler = () =>
    textAnswer(
      [
        `Contact: mailto:${supportEmail}`,
        `Contact: ${publicUrl}/contact`,
        `Expires: ${new Date(clock() + halfYearMs).toISOString()}`,
        'Preferred-Languages: en',
        `Canonical: ${publicUrl}/.well-known/security.txt\n`,
      ].join('\n'),
    )
  return ['/.well-known/security.txt', '/security.txt'].map((path) => ({
    methods: getAndHead,
    path,
    handler,
  }))
}
