import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { Select } from '../../../ui/forms/select.tsx'

/** Search and filters above a list. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className="mb-4 flex flex-wrap items-center gap-2">{children}</div>
}

interface FilterSelectProps<T extends string> {
  /** The name, for screen readers. */
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
}

export function FilterSelect<T extends string>({ label, value, options, onChange }: FilterSelectProps<T>) {
  return (
    <Select
      aria-label={label}
      value={value}
      className="w-auto max-sm:min-w-36 max-sm:flex-1"
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  )
}

export type FiltersOf<S extends Schema> = ReturnType<typeof useFilters<S>>

type Chosen<Filters> = { -readonly [Name in keyof Filters]?: Exclude<Filters[Name], 'all' | ''> }

/** Those filters that leave something out, as a query has them. */
export const chosen = <Filters extends Readonly<Record<string, string>>>(filters: Filters) =>
  Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== 'all' && value !== ''),
  ) as Chosen<Filters>

/** The options of a filter: all, and each of these. */
export const optionsOf = <Value extends string>(
  all: string,
  values: readonly Value[],
  labelOf: (value: Value) => string,
) => [{ value: 'all' as const, label: all }, ...values.map((value) => ({ value, label: labelOf(value) }))]

/** The number of a page of a list, for the schema of its filters. */
export const pageFilter = z.coerce.number().int().min(1).max(1_000_000).catch(1)

type Schema = z.ZodObject<Record<string, z.ZodCatch<z.ZodType>>>

/**
 * The filters of a list, kept in the address; how to change them; and the properties of a field for one of them. Every
 * field of the schema has a value for what is absent or invalid (`.catch`); that value is left out of the address.
 * Another filter shows the first page; another page adds an entry to the history unless it replaces one.
 */
export function useFilters<S extends Schema>(schema: S) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const filters = schema.parse(search)
  const setFilters = (change: Partial<z.infer<S>>, { replace = !('page' in change) } = {}) => {
    const next: Record<string, unknown> = { ...filters, page: undefined, ...change }
    const usual: Record<string, unknown> = schema.parse({})
    const entries = Object.entries(next).filter(
      ([name, value]) => value !== usual[name] && value !== undefined,
    )
    void navigate({
      to: '.',
      search: Object.fromEntries(entries) as never,
      replace,
      resetScroll: 'page' in change,
    })
  }
  const filter = <Name extends keyof z.infer<S>>(name: Name) => ({
    value: filters[name],
    onChange: (value: z.infer<S>[Name]) => setFilters({ [name]: value } as unknown as Partial<z.infer<S>>),
  })
  return [filters, setFilters, filter] as const
}
