import { TamperedRowError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { charged, pauseWork } from '../../db/charged-work.ts'
import type { Db } from '../../db/connect.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import type { Trx } from '../../db/transaction.ts'
import { environmentMac } from '../projects/project-store.ts'
import { decodeNames } from './environment-names.ts'
import { canonicalName, type EnvironmentRow, environmentsByProject } from './environment-store.ts'

export interface EnvironmentWithNames extends EnvironmentRow {
  /** The stored text (environment-names.ts); null if there is none. */
  readonly names: string | null
}

/** An environment's row and its names, read in one statement: a write between them would look like tampering. */
export async function findEnvironmentWithNames(
  { db, secrets }: DbContext<'secrets'>,
  id: number,
): Promise<EnvironmentWithNames | undefined> {
  const row = await selectWithNames(db).where('environments.id', '=', id).executeTakeFirst()
  if (row) environmentMac.check(secrets, row)
  return row
}

const projectsTogether = 10
/** Their names are read in one statement: up to 4 MB. */
const environmentsTogether = 8
/** As many arrays of names are remembered. */
const maxKnown = 500

interface NamedEnvironment {
  readonly row: EnvironmentRow
  /** The same array for environments with the same names; undefined if they are not stored, or someone changed them. */
  readonly names: readonly string[] | undefined
  readonly fault?: TamperedRowError
}

type KnownNames = Map<string, readonly string[] | undefined>

/**
 * The environments of many projects with their names. A few are read at a time, and other calls run in between. Names
 * that several environments have are read once.
 * @throws TamperedRowError for the row of an environment, which decides who reads it
 */
export async function* environmentsWithNames(
  ctx: DbContext<'secrets'>,
  projectIds: readonly number[],
): AsyncGenerator<NamedEnvironment> {
  const known: KnownNames = new Map()
  for (let at = 0; at < projectIds.length; at += projectsTogether) {
    const byProject = await environmentsByProject(ctx, projectIds.slice(at, at + projectsTogether))
    const rows = [...byProject.values()].flat().sort((left, right) => left.id - right.id)
    for (let first = 0; first < rows.length; first += environmentsTogether)
      yield* withNames(ctx, rows.slice(first, first + environmentsTogether), known)
  }
}

async function* withNames(
  ctx: DbContext<'secrets'>,
  rows: readonly EnvironmentRow[],
  known: KnownNames,
): AsyncGenerator<NamedEnvironment> {
  if (known.size > maxKnown) known.clear()
  const unread = rows.filter((row) => row.names_hash && !known.has(hashOf(row)))
  const read = await readWithNames(ctx, unread)
  for (const row of rows) {
    const named = charged(() => {
      if (!row.names_hash) return { row, names: decodeNames(row, null) }
      if (known.has(hashOf(row))) return { row, names: known.get(hashOf(row)) }
      // It may have been written since, or deleted.
      const present = read.get(row.id)
      if (!present) return undefined
      environmentMac.check(ctx.secrets, present)
      try {
        const names = decodeNames(present, present.names)
        if (present.names_hash) known.set(hashOf(present), names)
        return { row: present, names }
      } catch (fault) {
        if (!(fault instanceof TamperedRowError)) throw fault
        return { row: present, names: undefined, fault }
      }
    })
    if (named) yield named
    await pauseWork()
  }
}

const hashOf = ({ names_hash }: EnvironmentRow) => Buffer.from(names_hash ?? []).toString('latin1')

async function readWithNames(
  { db }: DbContext,
  rows: readonly EnvironmentRow[],
): Promise<ReadonlyMap<number, EnvironmentWithNames>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const read = await selectWithNames(db).where('environments.id', 'in', ids).execute()
  return new Map(read.map((row) => [row.id, row]))
}

const selectWithNames = (db: Db) =>
  db
    .selectFrom('environments')
    .leftJoin('environment_names', 'environment_names.environment_id', 'environments.id')
    .selectAll('environments')
    .select('environment_names.names')

/** The same transaction must write their hash to the environment's row. */
export async function storeNames(trx: Trx, environmentId: number, names: string): Promise<void> {
  await trx
    .insertInto('environment_names')
    .values({ environment_id: environmentId, names })
    .onConflict((c) => c.column('environment_id').doUpdateSet({ names }))
    .execute()
}

const findByIdOrName = preparedQuery((db) =>
  db
    .selectFrom('environments')
    .select(['id', 'name_canonical'])
    .where('project_id', '=', 0)
    .where((eb) => eb.or([eb('name_canonical', '=', ''), eb('id', '=', 0)])),
)

const none = -1
const idText = /^[1-9]\d{0,14}$/

/** Finds a project's environments: by `id`, or `named` by name or else by id. Proves no access: check it next. */
export async function findEnvironmentIds(
  db: Db,
  projectId: number,
  environment: { readonly id: number } | { readonly named: string },
): Promise<number[]> {
  const name = 'named' in environment ? canonicalName(environment.named) : ''
  const id =
    'id' in environment ? environment.id : idText.test(environment.named) ? Number(environment.named) : none
  const rows = await findByIdOrName(db, [projectId, name, id])
  const isNamed = (row: { name_canonical: string }) => row.name_canonical === name
  return rows.toSorted((left, right) => Number(isNamed(right)) - Number(isNamed(left))).map((row) => row.id)
}
