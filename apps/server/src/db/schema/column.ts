import { hash } from 'node:crypto'
import type { RowValue } from '@envhold/integrity/row.ts'

type Kind = 'id' | 'rowid' | 'integer' | 'bigint' | 'real' | 'text' | 'bytes'

/** How a column is part of its row's MAC. */
export interface Signed {
  /** The name of the field; by default that of the column. */
  readonly name?: string
  /** The MAC leaves the field out while the column has this value, as in rows from before the column existed. */
  readonly except?: RowValue
  /** The value of the field, made of that of the column. */
  readonly as?: (value: RowValue) => RowValue
}

type Default = string | number | Uint8Array

export interface ColumnSpec {
  readonly kind: Kind
  readonly isOptional?: boolean
  readonly isPrimary?: boolean
  readonly isUnique?: boolean
  /** Compared and sorted by its bytes, on PostgreSQL too. */
  readonly isBytewise?: boolean
  /** The table whose `id` it contains. Its rows are deleted with the row that they refer to. */
  readonly references?: string
  readonly default?: Default
  readonly signed?: Signed
}

/** `given`: an insert may omit the column. */
type Fact = 'given' | 'primary' | 'signed'

/** A column of values of type `T`, with the facts that its types depend on. */
export interface Column<T = unknown, Facts extends Fact = never> {
  readonly spec: ColumnSpec
  /** Exists for the compiler only. */
  readonly types?: readonly [T, Facts]
  /** The column has these values only. */
  readonly of: <U extends T>() => Column<U, Facts>
  readonly optional: () => Column<T | null, Facts>
  readonly primary: () => Column<T, Facts | 'primary'>
  readonly unique: () => Column<T, Facts>
  readonly bytewise: () => Column<T, Facts>
  readonly references: (table: string) => Column<T, Facts>
  /** What an insert without the column stores. */
  readonly default: (value: T & Default) => Column<T, Facts | 'given'>
  /** What the column got in older rows when it was added. The database has it as a default; each insert gives a value. */
  readonly backfill: (value: T & Default) => Column<T, Facts>
  /** The MAC of the row covers the column. */
  readonly signed: (signed?: Signed) => Column<T, Facts | 'signed'>
}

function column<T, Facts extends Fact = never>(spec: ColumnSpec): Column<T, Facts> {
  const as = (more: Partial<ColumnSpec>) => column<never, never>({ ...spec, ...more }) as never
  return {
    spec,
    of: () => as({}),
    optional: () => as({ isOptional: true }),
    primary: () => as({ isPrimary: true }),
    unique: () => as({ isUnique: true }),
    bytewise: () => as({ isBytewise: true }),
    references: (references) => as({ references }),
    default: (value) => as({ default: value }),
    backfill: (value) => as({ default: value }),
    signed: (signed = {}) => as({ signed }),
  }
}

/** Numbers that the database gives out, never twice. */
export const id = column<number, 'given' | 'primary'>({ kind: 'id', isPrimary: true })
/** An id by which SQLite stores the rows themselves. */
export const rowid = column<number>({ kind: 'rowid' })
/** 32 bits. */
export const integer = column<number>({ kind: 'integer' })
/** 64 bits: ids, and times in milliseconds since 1970 UTC. */
export const bigint = column<number>({ kind: 'bigint' })
export const real = column<number>({ kind: 'real' })
export const text = column<string>({ kind: 'text' })
export const bytes = column<Uint8Array>({ kind: 'bytes' })

/** The MAC covers the hash of long values. */
export const hashed: Signed = {
  as: (value) => (value === null ? null : hash('sha256', value as string | Uint8Array, 'buffer')),
}
