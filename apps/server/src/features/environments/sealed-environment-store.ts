import type { Db } from '../../db/connect.ts'
import { type PreparedQuery, preparedQuery } from '../../db/prepared-query.ts'
import type { Row as TableRow } from '../../db/tables.ts'

/** The holder who reads, as grants name it. */
export interface GrantHolder {
  readonly kind: TableRow<'grants'>['kind']
  readonly id: string
}

/** An environment's head, its newest version and the reader's grant: one row with everything that a read needs. */
const grantedEnvironments = (db: Db, holder: GrantHolder) =>
  db
    .selectFrom('environments')
    .leftJoin('grants', (join) =>
      join
        .onRef('grants.environment_id', '=', 'environments.id')
        .on('grants.kind', '=', holder.kind)
        .on('grants.principal', '=', holder.id),
    )
    .leftJoin('environment_epochs', (join) =>
      join
        .onRef('environment_epochs.environment_id', '=', 'environments.id')
        .onRef('environment_epochs.epoch', '=', 'environments.epoch'),
    )
    .leftJoin('environment_versions', (join) =>
      join
        .onRef('environment_versions.environment_id', '=', 'environments.id')
        .onRef('environment_versions.version', '=', 'environments.version'),
    )
    .selectAll('environments')
    .select([
      'grants.epoch as grant_epoch',
      'grants.sealed as grant_sealed',
      'grants.mac as grant_mac',
      'environment_epochs.key_id',
      'environment_versions.epoch as sealed_epoch',
    ])
    .where('environments.project_id', '=', 0)
    .where((eb) => eb.or([eb('environments.name_canonical', '=', ''), eb('environments.id', '=', 0)]))

const nobody: GrantHolder = { kind: 'user', id: '' }

// A version that the reader already has is not read.

const findSealed = preparedQuery((db) =>
  grantedEnvironments(db, nobody).select((eb) =>
    eb
      .case()
      .when('environments.version', '=', 0)
      .then(null)
      .else(eb.ref('environment_versions.sealed'))
      .end()
      .as('sealed'),
  ),
)

const findNames = preparedQuery((db) =>
  grantedEnvironments(db, nobody)
    .leftJoin('environment_names', 'environment_names.environment_id', 'environments.id')
    .select((eb) => [
      eb
        .case()
        .when('environments.version', '=', 0)
        .then(null)
        .else(eb.ref('environment_names.names'))
        .end()
        .as('names'),
      // Needed only if no names are stored.
      eb
        .case()
        .when(eb.or([eb('environments.version', '=', 0), eb('names_hash', 'is not', null)]))
        .then(null)
        .else(eb.ref('environment_versions.sealed'))
        .end()
        .as('sealed'),
    ]),
)

export type SealedEnvironment = Awaited<ReturnType<typeof findSealed>>[number]
/** `sealed` is null if the names are stored. */
export type NamedEnvironment = Awaited<ReturnType<typeof findNames>>[number]

const none = -1
/** The maximum of the column; a client that claims a later version gets a full response. */
const latest = 2 ** 31 - 1
const idText = /^[1-9]\d{0,15}$/

interface VersionRequest {
  readonly project: number
  /** A name or, if no environment has that name, an id; as a number, an id only. */
  readonly named: string | number
  /** The version that the caller has: its values are not read again. */
  readonly knownVersion?: number | undefined
}

/** Finds an environment of a project by its name or, if none has that name, by its id. */
export type FindEnvironment<Row> = (
  db: Db,
  holder: GrantHolder,
  request: VersionRequest,
) => Promise<Row | undefined>

/** @param knownTimes how often the statement asks for the version that the caller has */
const finder =
  <Row extends SealedEnvironment>(find: PreparedQuery<Row>, knownTimes: number): FindEnvironment<Row> =>
  async (db, { kind, id: principal }, { project, named, knownVersion = none }) => {
    const name = typeof named === 'string' ? named.toLowerCase() : ''
    const id = idText.test(String(named)) ? Number(named) : none
    const known = Array<number>(knownTimes).fill(knownVersion <= latest ? knownVersion : none)
    const rows = await find(db, [...known, kind, principal, project, name, id])
    return rows.find((row) => row.name_canonical === name) ?? rows[0]
  }

/** With the newest sealed version. */
export const findSealedByName = finder(findSealed, 1)

/** With the names of its variables. */
export const findNamesByName = finder(findNames, 2)
