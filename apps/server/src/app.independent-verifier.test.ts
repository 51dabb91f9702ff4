// A second implementation of docs/security/stored-formats.md, 'Row' and 'Audit entry', that shares no code with the
// server: with node:crypto, the server secret and the rows as the database has them, it verifies every row with a MAC
// and both chains.

import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type Cell, type Dump, dumpTables } from '../../../dev/world/dump-database.ts'
import { seedEveryTable } from '../../../dev/world/seed-every-table.ts'
import { withApp } from '../../../dev/world/with-app.ts'

type Row = Readonly<Record<string, Cell>>

const text = (value: string) => Buffer.from(value, 'utf8')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const big = (value: number | bigint, length: number) => {
  const hex = BigInt.asUintN(8 * length, BigInt(value)).toString(16)
  return Buffer.from(hex.padStart(2 * length, '0'), 'hex')
}
const lp = (label: string, ...fields: Buffer[]) =>
  Buffer.concat([
    big(label.length, 2),
    text(label),
    big(fields.length, 2),
    ...fields.flatMap((field) => [big(field.length, 4), field]),
  ])

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `ehs_<kid>_<43 base62 secret><6 checksum>` */
function readSecret(ehs: string) {
  const [, kid = '', rest = ''] = ehs.split('_')
  const number = [...rest.slice(0, 43)].reduce((sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)), 0n)
  const derive = (label: string) =>
    Buffer.from(hkdfSync('sha256', big(number, 32), Buffer.alloc(0), text(label), 32))
  return { kid: Number(kid), row: derive('eh1/row'), audit: derive('eh1/audit') }
}
type Secret = ReturnType<typeof readSecret>

const seal = ({ kid }: Secret, key: Buffer, context: Buffer) =>
  Buffer.concat([big(kid, 1), createHmac('sha256', key).update(context).digest()])

type Type = 'integer' | 'text' | 'bytes'

function value(cell: Cell, type: Type): Buffer {
  if (cell === null) return big(0, 1)
  if (type === 'integer') return Buffer.concat([big(1, 1), big(BigInt(String(cell)), 8)])
  if (type === 'text') return Buffer.concat([big(2, 1), text(String(cell))])
  return Buffer.concat([big(3, 1), cell as Uint8Array])
}

interface Layout {
  readonly id: string
  readonly integers?: string
  readonly texts?: string
  readonly bytes?: string
}

/** The fields of each row, as documented. */
const layouts: Readonly<Record<string, Layout>> = {
  plans: {
    id: 'name',
    integers: 'max_projects max_collaborators api_rate_limit_per_hour api_rate_limit_per_day is_active',
    texts: 'price_monthly price_yearly api_features',
  },
  roles: { id: 'id', integers: 'is_system', texts: 'name display_name description permissions' },
  users: {
    id: 'id',
    integers: 'email_verified_at?null deleted_at?null',
    texts: 'email_canonical password_hash role status plan suspended_reason?null',
  },
  plan_prices: { id: 'provider/price_ref', texts: 'plan billing_interval' },
  checkouts: {
    id: 'id',
    integers: 'user_id subscription_id',
    texts: 'plan billing_interval provider price_ref',
  },
  subscriptions: {
    id: 'provider/provider_id',
    integers: 'user_id period_start period_end cancel_at ended_at test_mode revision',
    texts: 'plan status customer_id',
  },
  sessions: { id: 'id', integers: 'user_id created_at verified_at?null', bytes: 'auth_hash' },
  idempotency_keys: {
    id: 'id',
    integers: 'user_id created_at status',
    texts: 'attempt',
    bytes: 'fingerprint #answer',
  },
  mailed_tokens: {
    id: 'id',
    integers: 'user_id expires_at',
    texts: 'kind email_canonical',
    bytes: 'auth_hash',
  },
  mail_queue: { id: 'id', integers: 'created_at', texts: 'template recipient variables' },
  user_keys: { id: 'user_id', integers: 'key_version', bytes: '#public_key' },
  principals: {
    id: 'kind/id',
    integers: 'user_id project_id all_environments revoked',
    bytes: '#public_key',
  },
  projects: { id: 'id', integers: 'owner_id deleted' },
  archived_projects: {
    id: 'project_id',
    integers: 'owner_id archived_at expires_at reminder_mail reminded_at',
    texts: 'reason reminded restore_token',
  },
  account_phases: {
    id: 'user_id',
    integers:
      'had_paid graces grace_began grace_end started_mail started_sent_at reminder_mail reminded_at suspended_at',
    texts: 'phase reminded keep',
  },
  memberships: {
    id: 'project_id/user_id',
    integers: 'keys_pending held_at?null',
    texts: 'role environments',
  },
  invitations: {
    id: 'id',
    integers: 'project_id inviter_id sealed_to expires_at handed_over?0 held_at?null',
    texts: 'token email email_canonical role environments link_id',
    bytes: 'link_hash',
  },
  environments: {
    id: 'id',
    integers: 'project_id version epoch variable_count rekey_pending oldest_version?1',
    texts: 'name',
    bytes: 'names_hash?null',
  },
  environment_epochs: {
    id: 'environment_id/epoch',
    bytes: 'key_id #previous_key roster_mac link_mac roster_hash',
  },
  grants: { id: 'environment_id/kind/principal', integers: 'epoch', bytes: '#sealed' },
  api_keys: {
    id: 'id',
    integers: 'project_id creator_id expires_at is_active',
    texts: 'permissions environment_access allowed_ips',
    bytes: 'auth_hash',
  },
  personal_tokens: { id: 'id', integers: 'user_id expires_at', texts: 'permissions', bytes: 'auth_hash' },
}

function rowMac(secret: Secret, table: string, given: Row): Buffer {
  const layout = layouts[table]
  if (!layout) throw new Error(`The document has no row for ${table}`)
  const row = { ...given, deleted: given.removed_at === null ? 0 : 1 } as Row
  const fields = (['integers', 'texts', 'bytes'] as const).flatMap((kind) =>
    (layout[kind]?.split(' ') ?? []).flatMap((written): [string, Buffer][] => {
      const [column = '', absent] = written.replace('#', '').split('?')
      const cell = row[column] ?? null
      if (absent !== undefined && String(cell) === absent) return []
      const isHashed = written.startsWith('#') && cell !== null
      const type = ({ integers: 'integer', texts: 'text', bytes: 'bytes' } as const)[kind]
      return [[column, value(isHashed ? sha256(cell as Uint8Array) : cell, type)]]
    }),
  )
  const sorted = fields.sort(([left], [right]) => (left < right ? -1 : 1))
  const id = layout.id
    .split('/')
    .map((column) => String(row[column]))
    .join('/')
  const context = lp(
    'eh1/row',
    text(table),
    value(id, 'text'),
    ...sorted.flatMap(([name, bytes]) => [text(name), bytes]),
  )
  return seal(secret, secret.row, context)
}

const chains = {
  activity:
    'at event_type category severity description user_id token_id project_id environment_id ip request_id',
  usage:
    'at api_key_id project_id environment_id environment_name method endpoint status_code variables_count duration_us ip request_id',
} as const
const counted = new Set(
  'at user_id project_id environment_id status_code variables_count duration_us'.split(' '),
)

const entryOf = (chain: keyof typeof chains, row: Row): Buffer => {
  const framed = chains[chain].split(' ').map((column) => {
    const cell = row[column] ?? null
    if (cell === null) return '-;'
    return counted.has(column) ? `${cell};` : `${String(cell).length}:${cell};`
  })
  return sha256(text(framed.join('')))
}

/** The number of entries. @throws if the chain is broken */
function verifyChain(secret: Secret, chain: keyof typeof chains, dump: Dump): number {
  const head = (name: string) => dump.get('chain_heads')?.find((row) => row.chain === name)
  const rows = [...(dump.get(chain) ?? [])].sort((a, b) => Number(a.sequence) - Number(b.sequence))
  const start = head(`${chain}-start`)
  let sequence = Number(start?.sequence ?? 0)
  let previous = Buffer.from((start?.mac as Uint8Array) ?? [])
  if (start) {
    const fields = [
      text('link'),
      value(start.mac ?? null, 'bytes'),
      text('sequence'),
      value(sequence, 'integer'),
    ]
    const context = lp('eh1/row', text('chain_heads'), value(`${chain}-start`, 'text'), ...fields)
    expect(seal(secret, secret.row, context)).toEqual(
      Buffer.from(head(`${chain}-start-seal`)?.mac as Uint8Array),
    )
  }
  for (const row of rows) {
    sequence++
    expect(Number(row.sequence)).toBe(sequence)
    const isErased = Number(row.erased ?? 0) === 1
    const entry = isErased ? Buffer.from(row.digest as Uint8Array) : entryOf(chain, row)
    if (chain === 'usage') expect(Buffer.from(row.digest as Uint8Array)).toEqual(entry)
    const context = lp('eh1/audit', text(chain), big(sequence, 8), previous, entry)
    previous = seal(secret, secret.audit, context)
    expect(Buffer.from(row.mac as Uint8Array)).toEqual(previous)
  }
  expect(Number(head(chain)?.sequence)).toBe(sequence)
  expect(Buffer.from(head(chain)?.mac as Uint8Array)).toEqual(previous)
  return rows.length
}

const app = withApp('sqlite')
let dump: Dump
let secret: Secret
beforeAll(async () => {
  await seedEveryTable(app)
  dump = await dumpTables(app)
  secret = readSecret(app.ctx.config.serverSecret?.reveal() ?? '')
}, 60_000)

test('every row with a MAC verifies, of every table that has one', () => {
  const chained = ['activity', 'usage', 'chain_heads']
  const tables = [...dump].filter(([name, [row]]) => row && 'mac' in row && !chained.includes(name))
  expect(tables.map(([name]) => name).sort()).toEqual(Object.keys(layouts).sort())
  for (const [table, rows] of tables) {
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows)
      expect(rowMac(secret, table, row), table).toEqual(Buffer.from(row.mac as Uint8Array))
  }
})

test('a row with another field, or under another id, does not verify', () => {
  for (const [table, { id, integers = '', texts = '' }] of Object.entries(layouts)) {
    const [row] = dump.get(table) ?? []
    const mac = Buffer.from(row?.mac as Uint8Array)
    const column = `${texts} ${integers}`.trim().split(' ')[0]?.split('?')[0]
    if (column) expect(rowMac(secret, table, { ...row, [column]: 77 }), table).not.toEqual(mac)
    expect(rowMac(secret, table, { ...row, [id.split('/')[0] ?? '']: 123_456 }), table).not.toEqual(mac)
  }
})

test('the names of each environment match its hash', () => {
  const names = new Map(dump.get('environment_names')?.map((row) => [row.environment_id, String(row.names)]))
  const heads = dump.get('environments') ?? []
  const named = heads.filter(({ names_hash }) => names_hash !== null)
  expect(named.length).toBeGreaterThan(0)
  expect(heads.length).toBeGreaterThan(named.length)
  expect([...names.keys()].sort()).toEqual(named.map(({ id }) => id).sort())
  for (const { id, names_hash } of named)
    expect(sha256(text(names.get(id) ?? ''))).toEqual(Buffer.from(names_hash as Uint8Array))
})

test('both chains verify from start to head, even trimmed and erased ones', () => {
  expect(
    dump
      .get('chain_heads')
      ?.map(({ chain }) => chain)
      .sort(),
  ).toEqual(['activity', 'usage', 'usage-start', 'usage-start-seal'])
  expect(dump.get('usage')?.some(({ erased }) => Number(erased) === 1)).toBe(true)
  expect(verifyChain(secret, 'activity', dump)).toBeGreaterThan(20)
  expect(verifyChain(secret, 'usage', dump)).toBe(3)
})

test('a changed entry breaks its chain', () => {
  for (const chain of ['activity', 'usage'] as const) {
    const rows = dump.get(chain) ?? []
    const changed = rows.map((row) => (Number(row.erased ?? 0) === 0 ? { ...row, ip: '::2' } : row))
    expect(() => verifyChain(secret, chain, new Map([...dump, [chain, changed]]))).toThrow()
  }
})
