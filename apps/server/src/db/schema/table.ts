/** A table described once: its row type, its DDL and what its rows' MAC covers follow from the description. */

import { hash } from 'node:crypto'
import type { RowFields, RowValue } from '@envhold/integrity/row.ts'
import type { Generated } from 'kysely'
import { defineRowMac, type RowMac } from '../row-mac.ts'

// biome-ignore lint/suspicious/noExplicitAny: a column of any type
type Columns = Readonly<Record<string, Column<any, any>>>

export interface Index<Name extends string = string> {
  readonly on?: readonly Name[]
  readonly isUnique?: boolean
  /** The condition of a partial index, as SQL. */
  readonly where?: string
  /** SQL in place of `on`. */
  readonly expression?: string
}

export interface TableOptions<Name extends string = string> {
  /** The primary key, if it has several columns. */
  readonly key?: readonly Name[]
  readonly unique?: readonly (readonly Name[])[]
  readonly indexes?: Readonly<Record<string, readonly Name[] | Index<Name>>>
  /** The id of a row in its MAC and in messages; by default the primary key. */
  readonly id?: readonly Name[]
  /** The column with the MAC of the rows that have one, if it is not `mac`. */
  readonly mac?: Name
  /** A column by whose ranges PostgreSQL partitions the table. SQLite stores its rows in the order of their key. */
  readonly partitionedBy?: Name
}

type TypeOf<C> = C extends Column<infer T, infer Facts> ? ('given' extends Facts ? Generated<T> : T) : never
type SelectedTypeOf<C> = C extends Column<infer T, infer _> ? T : never
type NamesWith<C extends Columns, Fact> = {
  [Name in keyof C]: C[Name] extends Column<infer _, infer Facts>
    ? Fact extends Facts
      ? Name
      : never
    : never
}[keyof C]
type IdOf<C extends Columns, O> = O extends { readonly id: readonly (infer Name)[] }
  ? Name
  : O extends { readonly key: readonly (infer Name)[] }
    ? Name
    : NamesWith<C, 'primary'>

/** What the MAC of a row needs to know of it. */
type SignedRow<C extends Columns, O> = {
  readonly [Name in keyof C as Extract<Name, NamesWith<C, 'signed'> | IdOf<C, O>>]: SelectedTypeOf<C[Name]>
}

export interface TableDescription<N extends string = string, C = Columns> {
  readonly name: N
  readonly columns: C
  readonly options: TableOptions
  /** The columns that form the primary key. */
  readonly key: readonly string[]
  /** The columns that form the id of a row in its MAC and in messages. */
  readonly id: readonly string[]
}

export interface Table<N extends string, C extends Columns, O> extends TableDescription<N, C> {
  /** Authenticates the columns that are signed. A table without any has none that could be checked. */
  readonly mac: RowMac<SignedRow<C, O>>
}

/** The type of a table's rows, as Kysely needs it. */
export type RowTypeOf<T> =
  T extends Table<infer _, infer C, infer __> ? { -readonly [Name in keyof C]: TypeOf<C[Name]> } : never

const describe = <N extends string, C extends Columns, O extends TableOptions>(
  name: N,
  columns: C,
  options: O,
): Table<N, C, O> => {
  const key = options.key ?? Object.keys(columns).filter((column) => columns[column]?.spec.isPrimary === true)
  const id = options.id ?? key
  return { name, columns, options, key, id, mac: macOf(name, columns, id) }
}

export const table = <const N extends string, C extends Columns>(name: N, columns: C) => ({
  ...describe(name, columns, {}),
  with: <const O extends TableOptions<keyof C & string>>(options: O) => describe(name, columns, options),
})

/** Whether every row of a table has a MAC in the column `mac`. */
export const hasSignedRows = ({ columns, options }: TableDescription) =>
  options.mac === undefined && Object.values(columns).some(({ spec }) => spec.signed !== undefined)

interface Field {
  readonly column: string
  readonly name: string
  readonly except: Signed['except']
  readonly as: Signed['as']
}

/** Each call checks the MACs of its rows, so what it needs is prepared once. */
function macOf<Row>(name: string, columns: Columns, id: readonly string[]): RowMac<Row> {
  const fields = Object.entries(columns).flatMap(([column, { spec }]): Field[] => {
    const { signed } = spec
    return signed ? [{ column, name: signed.name ?? column, except: signed.except, as: signed.as }] : []
  })
  const [first = ''] = id
  const idOf = (row: RowFields) =>
    id.length === 1 ? String(row[first]) : id.map((column) => row[column]).join('/')
  return defineRowMac<Row>(
    name,
    (row) => idOf(row as RowFields),
    (row) => signedFields(fields, row as RowFields),
  )
}

function signedFields(fields: readonly Field[], row: RowFields): RowFields {
  const signed: Record<string, RowValue> = {}
  for (const { column, name, except, as } of fields) {
    const value = row[column] ?? null
    if (value !== except) signed[name] = as ? as(value) : value
  }
  return signed
}

type Kind = 'id' | 'rowid' | 'integer' | 'bigint' | 'real' | 'text' | 'bytes'

/** How a column is part of its row's MAC. */
interface Signed {
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
interface Column<T = unknown, Facts extends Fact = never> {
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
