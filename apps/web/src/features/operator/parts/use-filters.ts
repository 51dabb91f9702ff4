import { useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'

/** The number of a page of a list, for the schema of its filters. */
export const pageFilter = z.coerce.number().int().min(1).max(1_000_000).catch(1)

type Schema = z.ZodObject<Record<string, z.ZodCatch<z.ZodType>>>

/**
 * The filters of a list, kept in the address. Every field of the schema has a value for what is absent or invalid
 * (`.catch`); that value is left out of the address. Another filter shows the first page; another page adds an entry to
 * the history.
 */
export function useFilters<S extends Schema>(schema: S) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const filters = schema.parse(search)
  const setFilters = (change: Partial<z.infer<S>>) => {
    const next: Record<string, unknown> = { ...filters, page: undefined, ...change }
    const usual: Record<string, unknown> = schema.parse({})
    const given = Object.entries(next).filter(([name, value]) => value !== usual[name] && value !== undefined)
    const turns = 'page' in change
    void navigate({
      to: '.',
      search: Object.fromEntries(given) as never,
      replace: !turns,
      resetScroll: turns,
    })
  }
  return [filters, setFilters] as const
}
