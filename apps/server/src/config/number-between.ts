import { z } from 'zod'

export const numberBetween = (min: number, max: number) => {
  const message = `must be a number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, { message, abort: true })
    .transform(Number)
    .refine((number) => number >= min && number <= max, message)
}
