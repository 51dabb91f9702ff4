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

const aSlot = /⟦#(?<list>\w+)⟧(?<inner>.*?)⟦\/\k<list>⟧|⟦(?<kind>!?)(?<name>\w+)⟧/gs

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
