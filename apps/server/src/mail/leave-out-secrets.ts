import { line } from './mail-body.ts'
import type { MailTemplate } from './mail-template.ts'
import type { ValuesOf, Variables } from './mail-variables.ts'

/** A link to its page alone, without the fragment and the query. */
const pageOf = (link: unknown) => {
  const { origin, pathname } = new URL(String(link))
  return origin + pathname
}

/**
 * The same template for a copy on disk: no link in it opens anything, and the copy says so. The type of a variable
 * decides what is a link, so that no template can forget one.
 */
export function leaveOutSecrets<V extends Variables>(template: MailTemplate<V>): MailTemplate<V> {
  const links = Object.entries(template.variables).flatMap(([name, { type }]) =>
    type === 'link' ? [name] : [],
  )
  if (links.length === 0) return template
  return {
    ...template,
    parse: (values) => {
      const parsed = template.parse(values)
      const pages = links.map((name) => [name, pageOf(parsed[name])])
      return { ...parsed, ...Object.fromEntries(pages) } as ValuesOf<V>
    },
    body: (values, url) => {
      const { paragraphs, action, ...body } = template.body(values, url)
      return {
        ...body,
        paragraphs: [
          line`This copy was not sent, because no mail server is set. The secret part of its link is omitted, so the link opens nothing.`,
          ...paragraphs,
        ],
        ...(action && { action }),
      }
    },
  }
}
