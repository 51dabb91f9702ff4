/** The pages that everybody may read. The build renders them, and the server serves them. */
export interface PublicPage {
  readonly path: string
  /** The name of its file. */
  readonly name:
    | 'landing'
    | 'login'
    | 'docs'
    | 'runbooks'
    | 'about'
    | 'contact'
    | 'privacy'
    | 'terms'
    | 'status'
  readonly title: string
  readonly description: string
  /** False: search engines leave it out. */
  readonly isIndexed: boolean
}

const landing = {
  title: 'Envhold – a vault for environment variables',
  description:
    'Envhold encrypts the environment variables of your projects under a password that only you know, and delivers them to the people, laptops and pipelines you choose.',
}

export const publicPages: readonly PublicPage[] = [
  { path: '/', name: 'landing', ...landing, isIndexed: true },
  { path: '/login', name: 'login', ...landing, title: 'Sign in · Envhold', isIndexed: false },
  {
    path: '/docs',
    name: 'docs',
    title: 'Documentation · Envhold',
    description:
      'How to store, share and use environment variables with Envhold: first steps, command line, API, pipelines, security and troubleshooting.',
    isIndexed: true,
  },
  {
    path: '/docs/runbooks/README.md',
    name: 'runbooks',
    title: 'Runbooks · Envhold',
    description: 'What to do when an instance of Envhold warns, and how to operate it.',
    isIndexed: false,
  },
  {
    path: '/about',
    name: 'about',
    title: 'About · Envhold',
    description: 'What Envhold is, how it is built, and what it does not promise.',
    isIndexed: true,
  },
  {
    path: '/contact',
    name: 'contact',
    title: 'Contact · Envhold',
    description:
      'Ask a question, report a problem or send feedback to the people who run this instance of Envhold.',
    isIndexed: true,
  },
  {
    path: '/privacy',
    name: 'privacy',
    title: 'Privacy Policy · Envhold',
    description:
      'Which personal data this instance of Envhold stores, for how long, and what you can ask for.',
    isIndexed: true,
  },
  {
    path: '/terms',
    name: 'terms',
    title: 'Terms of Service · Envhold',
    description: 'The terms under which this instance of Envhold may be used.',
    isIndexed: true,
  },
  {
    path: '/status',
    name: 'status',
    title: 'Status · Envhold',
    description: 'Whether this instance of Envhold works, since when, and which incidents there were.',
    isIndexed: false,
  },
]

/**
 * Public pages are rendered at build, before the instance is known. What depends on the instance is a slot, which the
 * server fills:
 *
 * - the address `documentedOrigin`, wherever it is part of a page
 * - `⟦name⟧`: a text
 * - `⟦!name⟧`: HTML
 * - `⟦#name⟧…⟦/name⟧`: what is between, once for each item of a list
 */
export const documentedOrigin = 'https://envhold.example'

export interface SlotValues {
  readonly [name: string]: string | readonly SlotValues[]
}

const special: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => special[character] ?? '')

const aSlot =
  /\u27e6#(?<list>\w+)\u27e7(?<inner>.*?)\u27e6\/\k<list>\u27e7|\u27e6(?<kind>!?)(?<name>\w+)\u27e7/gs

function fillSlots(html: string, values: SlotValues): string {
  const parts: string[] = []
  let end = 0
  for (const { 0: slot, index, groups: { list, inner = '', kind, name } = {} } of html.matchAll(aSlot)) {
    parts.push(html.slice(end, index))
    end = index + slot.length
    const value = values[list ?? name ?? '']
    if (value === undefined || (typeof value === 'string') !== (list === undefined))
      throw new Error(`Nothing fills the slot ${slot}`)
    if (typeof value !== 'string')
      parts.push(...value.map((item) => fillSlots(inner, { ...values, ...item })))
    else parts.push(kind === '!' ? value : escapeHtml(value))
  }
  return parts.join('') + html.slice(end)
}

/** @throws if a slot has no value */
export const fillPage = (html: string, origin: string, values: SlotValues): string =>
  fillSlots(html.replaceAll(documentedOrigin, escapeHtml(origin)), values)
