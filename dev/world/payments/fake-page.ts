// Plain pages of a fake provider: each button posts to a path and follows the redirect that answers.

import type { FakeAnswer } from './fake-server.ts'

export interface FakePage {
  readonly title: string
  readonly text: string
  /** Button texts, each with the path that it posts to. */
  readonly buttons: Readonly<Record<string, string>>
  /** Link texts, each with its URL. */
  readonly links?: Readonly<Record<string, string>>
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

export function renderFakePage({ title, text, buttons, links = {} }: FakePage): FakeAnswer {
  const forms = Object.entries(buttons).map(
    ([label, path]) =>
      `<form method="post" action="${escapeHtml(path)}"><button>${escapeHtml(label)}</button></form>`,
  )
  const anchors = Object.entries(links).map(
    ([label, url]) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`,
  )
  const head = `<meta charset="utf-8"><title>${escapeHtml(title)}</title>`
  const main = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${forms.join('')}${anchors.join('')}`
  return {
    status: 200,
    body: `<!doctype html><html lang="en">${head}<body><main>${main}</main></body></html>`,
  }
}

/** After a button: the browser goes on to `url`. */
export const redirectTo = (url: string): FakeAnswer => ({ status: 303, headers: { location: url } })
