import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** The colour of an environment, and whether it is protected. Environments from before have neither. */
export async function environmentMarks({ schema }: Kysely<Tables>): Promise<void> {
  await schema.alterTable('environments').addColumn('color', 'text').execute()
  await schema.alterTable('environments').addColumn('is_protected', 'integer').execute()
}
