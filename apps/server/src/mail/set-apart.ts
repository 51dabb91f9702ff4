import type { Line } from './mail-body.ts'

const noBreak = '\u200c'
const isolate = ['\u2068', '\u2069'] as const
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Mail programs turn anything that looks like a URL into a link. A project called `example.com` must not become a
 * link in our mails, so an invisible mark breaks such names.
 */
export const unlinked = (name: string): string => name.replace(/([.:/@])(?=[\p{L}\p{N}/])/gu, `$1${noBreak}`)

const isolated = (name: string) => (rightToLeft.test(name) ? `${isolate[0]}${name}${isolate[1]}` : name)

/** A line as plain text. */
export const textOf = (line: Line): string =>
  line.map((part) => (typeof part === 'string' ? part : isolated(unlinked(part.name)))).join('')
