/** Parts of the schemas for providers' answers. Everything has a limit, because it is stored and shown. */
import { z } from 'zod'
import { loopback } from '../../config/loopback.ts'

export const shortText = z.string().min(1).max(255)

/** ISO 8601 with a time zone, as milliseconds since 1970. */
export const isoTime = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

/** An amount in the currency's minor unit. */
export const minorUnits = z.int()

/** ISO 4217. */
export const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .transform((code) => code.toUpperCase())

/** A page that a browser is sent to: HTTPS, or a server on this machine that stands in for the provider. */
export const pageUrl = z
  .url({ protocol: /^https?$/ })
  .max(4096)
  .refine((text) => {
    const { protocol, hostname } = new URL(text)
    return protocol === 'https:' || loopback.test(hostname)
  })
