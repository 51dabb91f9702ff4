import { due } from './due.ts'
import type { VariableField } from './field.ts'
import { note } from './note.ts'
import { value } from './value.ts'

/** Every field of a variable, in the order in which a sealed entry and a response have them. */
export const everyField = { value, note, due } as const satisfies Readonly<Record<string, VariableField>>

export type FieldName = keyof typeof everyField

/** The fields besides the value. A variable may lack them. */
export type DetailName = Exclude<FieldName, 'value'>

export const fieldNames = Object.keys(everyField) as readonly FieldName[]

export const detailNames = fieldNames.filter((name): name is DetailName => name !== 'value')

const fields: Readonly<Record<FieldName, VariableField>> = everyField

/** A field, whichever it is. */
export const fieldOf = (name: FieldName): VariableField => fields[name]

/** The details that `.env` texts hold, as comments. */
export const commentNames = detailNames.filter((name) => fieldOf(name).comment)

/** One environment variable. Its key is its key in `Variables`. */
export type Variable = { readonly value: string } & { readonly [Name in DetailName]?: string } & {
  /** The id of the user who set `due`; present exactly with it, and known to the server only. */
  readonly dueSetBy?: number
}

/** What the wire holds of a variable besides its value. */
export type Details = { readonly [Name in DetailName]: string | null }

/** A change of a variable's details: what is absent stays; null or an empty text removes it. */
export type DetailsPatch = { readonly [Name in DetailName]?: string | null | undefined }
