import { z } from 'zod'

/** What a URL would read as something else than a host. */
const notHost = /[\s/?#:@%\\[\]]/
const isAscii = (text: string) => /^[ -~]*$/.test(text)

/**
 * An e-mail address with its host in ASCII (IDNA, as `domainToASCII` of Node), the one form in which it is stored and
 * compared: `grace@bücher.example` is `grace@xn--bcher-kva.example`. Any other text is returned as it is.
 */
export function withAsciiHost(text: string): string {
  const index = text.lastIndexOf('@')
  const host = text.slice(index + 1)
  if (index < 0 || isAscii(host) || notHost.test(host)) return text
  const url = `http://${host}`
  return URL.canParse(url) ? text.slice(0, index + 1) + new URL(url).hostname : text
}

/** Zod's own pattern, and top-level domains in ASCII such as `xn--p1ai`. */
const pattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]{2,59})$/

/** An e-mail address that a person or an operator enters; its host may have any letters. */
export const emailAddress = (invalid: string, missing = invalid) =>
  z
    .string({ error: ({ input }) => (input === undefined ? missing : invalid) })
    .overwrite(withAsciiHost)
    .email({ pattern, error: ({ input }) => (input ? invalid : missing) })
