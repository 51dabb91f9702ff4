import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Line, type MailBody, unlinked } from './mail-body.ts'
import { darkStyles, styles } from './mail-styles.ts'
import { signedLinkDays } from './signed-link.ts'

// Mail programs support tables and little else: the layout is two of them, and the logo is a third.

const table = (props: Readonly<Record<string, unknown>> | null, ...rows: readonly ReactNode[]) =>
  h(
    'table',
    { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, ...props },
    h('tbody', null, ...rows),
  )

const cell = (props: Readonly<Record<string, unknown>> | null, ...content: readonly ReactNode[]) =>
  h('tr', null, h('td', props, ...content))

const wordsOf = (line: Line): ReactNode[] =>
  line.map((part) =>
    typeof part === 'string'
      ? part
      : h('strong', { className: 'ink', style: styles.name }, h('bdi', null, unlinked(part.name))),
  )

const paragraph = (className: string, style: Readonly<Record<string, unknown>>) => (line: Line) =>
  h('p', { className, style }, ...wordsOf(line))

/** The logo, drawn with borders: images are blocked by default, and vectors everywhere. */
const mark = table(
  { className: 'mark', style: styles.mark },
  cell({ className: 'mark-upper', style: styles.markUpper }, ' '),
  cell({ style: styles.markLower }, ' '),
)

const head = table(
  null,
  h(
    'tr',
    null,
    h('td', { style: styles.headMark }, mark),
    h('td', { className: 'ink', style: styles.headName }, 'Envhold'),
  ),
)

const factRows = (facts: NonNullable<MailBody['facts']>) =>
  table(
    { className: 'facts', width: '100%', style: styles.facts },
    ...facts.map(([label, value]) =>
      h(
        'tr',
        null,
        h('td', { className: 'soft', style: styles.factLabel }, label),
        h('td', { className: 'ink', style: styles.factValue }, value),
      ),
    ),
  )

const button = ({ label, url }: NonNullable<MailBody['action']>) => [
  table(
    { style: styles.buttonFrame },
    cell(
      { className: 'button', style: styles.button },
      h('a', { href: url, className: 'button-words', style: styles.buttonWords }, label),
    ),
  ),
  h(
    'p',
    { className: 'soft', style: styles.address },
    'Or open this link: ',
    h('a', { href: url, className: 'accent', style: styles.link }, url),
  ),
]

const wayRows = (ways: NonNullable<MailBody['ways']>) =>
  table(
    { className: 'facts', width: '100%', style: styles.facts },
    ...ways.map(({ label, url, note }) =>
      cell(
        { className: 'way', style: styles.way },
        h('a', { href: url, className: 'accent', style: styles.wayLink }, label),
        h('br'),
        h('span', { className: 'soft' }, note),
        h('br'),
        h('a', { href: url, className: 'accent', style: styles.link }, url),
      ),
    ),
  )

const notMeLink = ({ url, effect }: NonNullable<MailBody['notMe']>) =>
  h(
    'p',
    { className: 'soft', style: styles.closing },
    'If this was not you, open ',
    h('a', { href: url, className: 'accent', style: styles.link }, 'This was not me'),
    ` within ${signedLinkDays} days to ${effect}.`,
  )

const foot = (reason: string, url: string) =>
  h(
    'p',
    { className: 'soft', style: styles.foot },
    'Sent by Envhold at ',
    h('a', { href: url, className: 'soft', style: styles.footLink }, url),
    h('br'),
    `You received this e-mail because ${reason}.`,
  )

/** The layout of all mails. It loads nothing from the network. */
export function htmlOf(body: MailBody, url: string): string {
  const { title, preview, paragraphs, facts, action, ways, notMe, closing = [], reason } = body
  const page = h(
    'html',
    { lang: 'en', dir: 'ltr' },
    h(
      'head',
      null,
      h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
      h('title', null, title),
      h('style', null, darkStyles),
    ),
    h(
      'body',
      { className: 'paper', style: styles.body },
      h('div', { style: styles.preview }, preview, '\u00a0\u200c'.repeat(60)),
      table(
        { width: '100%', className: 'paper', style: styles.page },
        cell(
          { align: 'center', className: 'pad', style: styles.pad },
          table(
            { width: '100%', style: styles.column },
            cell({ style: styles.headCell }, head),
            cell(
              { className: 'card', style: styles.card },
              h('h1', { className: 'ink', style: styles.title }, title),
              ...paragraphs.map(paragraph('ink', styles.paragraph)),
              facts && facts.length > 0 && factRows(facts),
              ...(action ? button(action) : []),
              ways && wayRows(ways),
              notMe && notMeLink(notMe),
              ...closing.map(paragraph('soft', styles.closing)),
            ),
            cell({ style: styles.footCell }, foot(reason, url)),
          ),
        ),
      ),
    ),
  )
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`
}
