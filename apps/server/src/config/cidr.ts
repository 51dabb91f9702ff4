import { isIP } from 'node:net'
import { z } from 'zod'

const isRange = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0 || address.includes('%')) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

/** An IP address, or a range of them in CIDR notation. */
export const parseCidr = z
  .string()
  .refine(isRange, 'must be a list of IP addresses or CIDR ranges, such as 10.0.0.0/8, ::1')
