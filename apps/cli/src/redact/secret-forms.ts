/**
 * How a value may appear in a program's output: as it is, line by line, and in encodings of programs: JSON, URLs,
 * Base64, hexadecimal.
 */

import { minMaskedLength } from '@envhold/formats/masking.ts'

/** In characters. Shorter values occur in too many harmless words: `3000`, `true`, `local`. */
export const shortestSecret = minMaskedLength

const unicode = (text: string, letters: 'lower' | 'upper', escaped = /[^\0-\x7f]/g): string =>
  text.replace(escaped, (unit) => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${letters === 'upper' ? hex.toUpperCase() : hex}`
  })

const htmlSafe: Readonly<Record<string, string>> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' }

/** JSON as the libraries of several languages write it, and JSON inside JSON. */
function jsonForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1)
  return [
    json,
    JSON.stringify(json).slice(1, -1),
    json.replaceAll('/', '\\/'),
    json.replace(/[<>&]/g, (character) => htmlSafe[character] ?? ''),
    ...(['lower', 'upper'] as const).flatMap((letters) => [
      unicode(json, letters),
      unicode(json, letters).replaceAll('/', '\\/'),
    ]),
    // .NET.
    unicode(json.replaceAll('\\"', '"'), 'upper', /["'+&<>`\x7f-\uffff]/g),
    // Node's own `inspect`, and the output of a shell under `set -x`.
    json.replaceAll("'", "\\'").replaceAll('\\"', '"'),
    text.replaceAll("'", "'\\''"),
  ]
}

const lowerHex = (text: string) => text.replace(/%[0-9A-F]{2}/g, (percent) => percent.toLowerCase())

/** As the password of a URL. */
function userInfo(text: string): string {
  const url = new URL('http://localhost')
  url.password = text
  return url.password
}

function urlForms(text: string): string[] {
  const component = encodeURIComponent(text)
  const field = new URLSearchParams([['', text]]).toString().slice(1)
  // RFC 3986, as Go, Python, Ruby, PHP and .NET write it; for a field of a form with a plus for a space.
  const strict = component.replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  const segments = [strict, strict.replaceAll('%20', '+')]
  const forms = [
    component,
    encodeURI(text),
    userInfo(text),
    field,
    // PHP, and .NET.
    field.replaceAll('*', '%2A'),
    field.replace(/%2[189]/g, decodeURIComponent),
    ...segments,
    // Python leaves slashes as they are.
    ...segments.map((segment) => segment.replaceAll('%2F', '/')),
  ]
  return [...forms, ...forms.map(lowerHex)]
}

/** Base64 of a value inside a longer text: the characters that do not depend on its neighbours. */
function base64Inside(bytes: Buffer, before: 0 | 1 | 2): string {
  const whole = Buffer.concat([Buffer.alloc(before), bytes])
  return whole.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6))
}

/** Programs break long Base64 into lines of 76 or 64 characters. */
const wrapped = (base64: string): string[] =>
  base64.length > 64 ? [/.{1,76}/g, /.{1,64}/g].flatMap((line) => base64.match(line) ?? []) : []

function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text)
  const base64 = bytes.toString('base64')
  const forms = [
    base64,
    base64.replace(/={1,2}$/, ''),
    ...([0, 1, 2] as const).map((before) => base64Inside(bytes, before)),
  ]
  const forUrls = forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))
  return [...forms, ...forUrls, ...wrapped(base64)]
}

const hexForms = (text: string): string[] => {
  const hex = Buffer.from(text).toString('hex')
  return [hex, hex.toUpperCase()]
}

/** A line of brackets and commas would hide every such line of the output. */
const saysSomething = (line: string) => /[\p{L}\p{N}]/u.test(line)

const partsOf = (value: string): string[] => {
  const lines = value.split(/\r\n|\r|\n/)
  const inner = lines.length > 1 ? lines.filter(saysSomething) : []
  return [value, value.trim(), ...inner, ...inner.map((line) => line.trim())]
}

const isLong = (text: string) => text.length >= shortestSecret

/** Whether nothing of a value is masked, because it is too short. An empty value is no secret. */
export const isTooShort = (value: string): boolean => value !== '' && !partsOf(value).some(isLong)

/** Every text that reveals one of these values. Each is at least `shortestSecret` bytes. */
export function secretForms(values: Iterable<string>): Set<string> {
  const forms = new Set<string>()
  for (const value of new Set(values))
    for (const part of new Set(partsOf(value).filter(isLong)))
      for (const form of [
        part,
        ...jsonForms(part),
        ...urlForms(part),
        ...base64Forms(part),
        ...hexForms(part),
      ])
        if (isLong(form)) forms.add(form)
  return forms
}
