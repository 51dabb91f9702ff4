// A second implementation of docs/security/stored-formats.md, 'Row', 'Activity', 'Root' and 'Usage', that shares no code with the
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
  return {
    kid: Number(kid),
    row: derive('eh1/row'),
    activity: derive('eh1/activity'),
    root: derive('eh1/root'),
    usage: derive('eh1/usage'),
  }
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
    integers:
      'max_projects max_collaborators max_stored_bytes api_rate_limit_per_hour api_rate_limit_per_day max_api_calls_per_month?-1 is_active',
    texts: 'price_monthly price_yearly api_features',
  },
  project_transfers: {
    id: 'project_id',
    integers: 'from_id to_id operator_id created_at opens_at expires_at announced',
    texts: 'remaining_role',
  },
  instance_settings: { id: 'name', integers: 'updated_by updated_at', texts: 'value' },
  roles: { id: 'id', integers: 'is_system', texts: 'name display_name description permissions' },
  users: {
    id: 'id',
    integers: 'email_verified_at?null deleted_at?null',
    texts: 'email_canonical password_hash role status plan suspended_reason?null',
  },
  plan_prices: { id: 'provider/price_ref', texts: 'plan billing_interval' },
  former_prices: { id: 'provider/price_ref', texts: 'plan billing_interval' },
  checkouts: {
    id: 'id',
    integers: 'user_id subscription_id',
    texts: 'plan billing_interval provider price_ref',
  },
  subscriptions: {
    id: 'provider/provider_id',
    integers: 'user_id period_start period_end cancel_at ended_at test_mode revision',
    texts: 'plan status customer_id next_plan?null next_interval?null',
  },
  sessions: {
    id: 'id',
    integers: 'user_id created_at verified_at?null',
    texts: 'signed_in_by?password verified_by?null',
    bytes: 'auth_hash',
  },
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
  email_changes: {
    id: 'id',
    integers: 'user_id created_at confirmed_at',
    texts: 'old_email old_canonical new_email',
  },
  delayed_changes: {
    id: 'id',
    integers: 'user_id requested_by created_at due_at',
    texts: 'kind reason',
  },
  oidc_identities: { id: 'issuer/subject', integers: 'user_id created_at', texts: 'issuer subject email' },
  oidc_requests: {
    id: 'id',
    integers: 'user_id created_at expires_at',
    texts: 'nonce purpose session_id return_path',
    bytes: 'browser_hash sealed_verifier',
  },
  mfa_tickets: {
    id: 'id',
    integers: 'user_id created_at expires_at',
    texts: 'address_family proof methods',
    bytes: 'auth_hash password_digest',
  },
  totp_factors: { id: 'id', integers: 'user_id confirmed_at last_step created_at', bytes: 'sealed' },
  recovery_codes: { id: 'id', integers: 'user_id created_at used_at', bytes: 'code_mac' },
  mail_queue: { id: 'id', integers: 'created_at', texts: 'template recipient variables' },
  user_keys: {
    id: 'user_id',
    integers: 'key_version',
    bytes: '#public_key #sealed #sealed_recovery',
  },
  passkeys: { id: 'id', integers: 'user_id counter', texts: 'rp_id', bytes: 'public_key prf_salt' },
  passkey_unlocks: { id: 'passkey_id', integers: 'user_id key_version', bytes: '#sealed' },
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
    texts: 'phase reminded keep keep_people?null warned?null',
  },
  price_changes: {
    id: 'plan/billing_interval',
    integers: 'old_price price created_at applies_at mailed_to announced_at',
  },
  planned_limits: {
    id: 'plan',
    integers:
      'max_projects max_collaborators notice_days created_at applies_at mailed_to announced_at called_off_to',
    texts: 'reason',
  },
  health_notices: {
    id: 'id',
    integers: 'since opened_at missing_at',
    texts: 'kind subject webhook_event',
  },
  account_invitations: {
    id: 'id',
    integers: 'invited_by created_at expires_at',
    texts: 'email_canonical',
    bytes: 'auth_hash',
  },
  granted_plans: { id: 'user_id', integers: 'granted_by created_at ends_at', texts: 'plan reason' },
  operator_actions: {
    id: 'id',
    integers: 'user_id operator_id created_at',
    texts: 'act reason details',
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
    integers: 'project_id version epoch variable_count rekey_pending oldest_version?1 is_protected?null',
    texts: 'name color?null',
    bytes: 'names_hash?null',
  },
  former_environment_names: {
    id: 'project_id/name_canonical',
    integers: 'environment_id renamed_at',
    texts: 'name',
  },
  environment_epochs: {
    id: 'environment_id/epoch',
    bytes: 'key_id #previous_key roster_mac link_mac roster_hash',
  },
  environment_versions: {
    id: 'environment_id/version',
    integers: 'epoch bytes variable_count author_id created_at',
    texts: 'author_token',
    bytes: '#sealed #added #changed #removed',
  },
  due_days: { id: 'environment_id/day', integers: 'variable_count reminded', texts: 'set_by' },
  grants: { id: 'environment_id/kind/principal', integers: 'epoch', bytes: '#sealed' },
  api_keys: {
    id: 'id',
    integers: 'project_id creator_id expires_at is_active deactivated_at?null',
    texts: 'permissions environment_access allowed_ips deactivated_reason?null',
    bytes: 'auth_hash',
  },
  erasures: { id: 'user_id', integers: 'created_at deleted_at', texts: 'username email_canonical' },
  revocations: { id: 'id', integers: 'at user_id project_id environment_id', texts: 'kind subject' },
  device_logins: {
    id: 'id',
    integers: 'user_id created_at expires_at',
    texts: 'device_name client ip status token_id',
    bytes: 'auth_hash public_key user_code_mac review_hash sealed_token',
  },
  personal_tokens: { id: 'id', integers: 'user_id expires_at', texts: 'permissions', bytes: 'auth_hash' },
}

/** An entry whose names and IP addresses are erased. Its MAC is in another column. */
const erasedEntry: Layout = {
  id: 'sequence',
  integers: 'at user_id project_id environment_id position',
  texts: 'event_type category severity description token_id ip request_id chain',
  bytes: 'digest',
}

function rowMac(secret: Secret, table: string, cells: Row): Buffer {
  const layout = table === 'activity' ? erasedEntry : layouts[table]
  if (!layout) throw new Error(`The document has no row for ${table}`)
  const row = { ...cells, deleted: cells.removed_at === null ? 0 : 1 } as Row
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

const bytes = (cell: Cell | undefined) => Buffer.from((cell ?? []) as Uint8Array)

const columns =
  'sequence at event_type category severity description user_id token_id project_id environment_id ip request_id'
const counted = new Set('sequence at user_id project_id environment_id'.split(' '))

/** The stored digest of an entry that has lost its names; undefined for any other. @throws if its MAC is invalid */
function digestOfErased(secret: Secret, row: Row): Buffer | undefined {
  expect(row.digest === null).toBe(row.erasure_mac === null)
  if (row.digest === null) return undefined
  expect(bytes(row.erasure_mac)).toEqual(rowMac(secret, 'activity', row))
  return bytes(row.digest)
}

/** Where each chain of activity ends. @throws if one is broken */
function verifyActivity(secret: Secret, dump: Dump): Map<string, readonly [number, Buffer]> {
  const rows = [...(dump.get('activity') ?? [])].sort((a, b) => Number(a.sequence) - Number(b.sequence))
  const ends = new Map<string, readonly [number, Buffer]>()
  let newest: Buffer | undefined
  for (const [index, row] of rows.entries()) {
    expect(Number(row.sequence)).toBe(index + 1)
    const own = row.user_id === null ? 'activity/instance' : `activity/account/${row.user_id}`
    const chain = row.project_id === null ? own : `activity/project/${row.project_id}`
    const [last, previous] = ends.get(chain) ?? [0, Buffer.alloc(0)]
    expect([row.chain, Number(row.position)]).toEqual([chain, last + 1])
    const fields = columns
      .split(' ')
      .map((column) => value(row[column] ?? null, counted.has(column) ? 'integer' : 'text'))
    const digest = digestOfErased(secret, row) ?? sha256(lp('eh1/activity-entry', ...fields))
    const link = sha256(lp('eh1/activity-link', text(chain), previous, big(last + 1, 8), digest))
    newest = seal(secret, secret.activity, lp('eh1/activity', text(chain), big(last + 1, 8), link))
    expect([bytes(row.link), bytes(row.mac)]).toEqual([link, newest])
    ends.set(chain, [last + 1, link])
  }
  const heads = (dump.get('activity_heads') ?? []).map(
    (row) => [String(row.chain), [Number(row.sequence), bytes(row.link)]] as const,
  )
  expect(new Map(heads)).toEqual(ends)
  const head = dump.get('chain_heads')?.find(({ chain }) => chain === 'activity')
  expect([Number(head?.sequence), bytes(head?.mac)]).toEqual([rows.length, newest])
  return ends
}

/** How many chains the newest root covers. @throws if a root, or a point of the newest, is not valid */
function verifyRoots(secret: Secret, dump: Dump): number {
  const roots = [...(dump.get('audit_roots') ?? [])].sort((a, b) => Number(a.number) - Number(b.number))
  const points = [...(dump.get('root_points') ?? [])].sort((a, b) =>
    Buffer.compare(text(String(a.chain)), text(String(b.chain))),
  )
  let previous = Buffer.alloc(0)
  for (const [index, root] of roots.entries()) {
    const numbers = [Number(root.at), Number(root.chains)].map((number) => big(number, 8))
    const context = lp('eh1/root', big(index + 1, 8), previous, ...numbers, bytes(root.digest))
    previous = seal(secret, secret.root, context)
    expect([Number(root.number), bytes(root.mac)]).toEqual([index + 1, previous])
  }
  const covered = points.map((point) => {
    const chain = text(String(point.chain))
    const place = [big(Number(point.sequence), 8), big(Number(point.at), 8)]
    return Buffer.concat([big(chain.length, 4), chain, ...place, bytes(point.link)])
  })
  expect(bytes(roots.at(-1)?.digest)).toEqual(sha256(Buffer.concat([lp('eh1/root-points'), ...covered])))
  expect(Number(roots.at(-1)?.chains)).toBe(points.length)
  return points.length
}

const isOf = (project: Cell | undefined) => (row: Row) => row.project_id === project

/** One entry of a pack: its array, completed with the end of the array before it. */
const entriesOf = (pack: Row): unknown[][] => {
  const [version, ...arrays] = JSON.parse(String(pack.entries)) as [number, ...unknown[][]]
  expect(version).toBe(1)
  let before: unknown[] = []
  return arrays.map((array) => {
    before = [...array, ...before.slice(array.length)]
    expect(before).toHaveLength(10)
    return before
  })
}

/** Where the usage of a project begins, after trimming. */
function startOfUsage(secret: Secret, { project_id, start_sequence, start_link, start_mac }: Row) {
  if (start_mac === null) return { last: 0, previous: Buffer.alloc(0) }
  const id = value(String(project_id), 'text')
  const fields = [
    text('start_link'),
    value(start_link ?? null, 'bytes'),
    text('start_sequence'),
    value(start_sequence ?? null, 'integer'),
  ]
  expect(bytes(start_mac)).toEqual(
    seal(secret, secret.row, lp('eh1/row', text('usage_heads'), id, ...fields)),
  )
  return { last: Number(start_sequence), previous: bytes(start_link) }
}

/** The number of calls, without erased ones. @throws if the chain of the project is broken */
function verifyUsage(secret: Secret, head: Row, dump: Dump): number {
  const project = big(Number(head.project_id), 8)
  const packs = (dump.get('usage_packs') ?? []).filter(isOf(head.project_id))
  packs.sort((left, right) => Number(left.first_sequence) - Number(right.first_sequence))
  let { last, previous } = startOfUsage(secret, head)
  let mac: Buffer | undefined
  let first = last + 1
  let linked: Buffer[] = []
  let calls = 0
  for (const pack of packs) {
    expect(Number(pack.first_sequence)).toBe(last + 1)
    last = Number(pack.last_sequence)
    const digest = bytes(pack.digest)
    if (Number(pack.erased) === 1) expect([pack.api_key_id, pack.entries]).toEqual(['', ''])
    else {
      const [key, entries] = [text(String(pack.api_key_id)), text(String(pack.entries))]
      expect(sha256(lp('eh1/usage-pack', key, entries))).toEqual(digest)
      expect(entriesOf(pack)).toHaveLength(last - Number(pack.first_sequence) + 1)
      calls += entriesOf(pack).length
    }
    linked.push(big(last, 8), digest)
    if (pack.mac === null) continue
    const at = big(Number(pack.at), 8)
    previous = sha256(lp('eh1/usage-link', project, previous, big(first, 8), at, Buffer.concat(linked)))
    expect(bytes(pack.link)).toEqual(previous)
    mac = seal(secret, secret.usage, lp('eh1/usage', project, big(last, 8), previous))
    expect(bytes(pack.mac)).toEqual(mac)
    first = last + 1
    linked = []
  }
  expect(linked).toEqual([])
  expect([Number(head.sequence), bytes(head.link)]).toEqual([last, previous])
  if (mac) expect(bytes(head.mac)).toEqual(mac)
  return calls
}

const app = withApp('sqlite')
let dump: Dump
let secret: Secret
beforeAll(async () => {
  await seedEveryTable(app)
  dump = await dumpTables(app)
  secret = readSecret(app.ctx.config.serverSecret?.reveal() ?? '')
})

test('every row with a MAC verifies, of every table that has one', () => {
  const chained = ['activity', 'activity_heads', 'audit_roots', 'usage_packs', 'usage_heads', 'chain_heads']
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

test('all chains of activity verify from start to head, and a changed entry breaks its chain', () => {
  const kinds = [...verifyActivity(secret, dump).keys()].map((chain) => chain.replace(/\d+$/, ''))
  expect(kinds).toEqual(expect.arrayContaining(['activity/project/', 'activity/account/']))
  const rows = dump.get('activity') ?? []
  const isErased = (row: Row) => row.digest !== null
  expect(rows.filter(isErased).length).toBeGreaterThan(2)
  for (const isChanged of [isErased, (row: Row) => !isErased(row)]) {
    const changed = rows.map((row) => (isChanged(row) ? { ...row, ip: '::2' } : row))
    expect(() => verifyActivity(secret, new Map([...dump, ['activity', changed]]))).toThrow()
  }
})

test('the roots verify, and a changed point breaks the newest', () => {
  const ends = verifyActivity(secret, dump)
  expect(verifyRoots(secret, dump)).toBe(ends.size + (dump.get('usage_heads')?.length ?? 0))
  const changed = (dump.get('root_points') ?? []).map((row) => ({ ...row, at: 1 }))
  expect(() => verifyRoots(secret, new Map([...dump, ['root_points', changed]]))).toThrow()
})

test('the usage of every project verifies, even trimmed and erased', () => {
  const heads = dump.get('usage_heads') ?? []
  expect(heads.some(({ start_sequence }) => Number(start_sequence) > 0)).toBe(true)
  expect(dump.get('usage_packs')?.some(({ erased }) => Number(erased) === 1)).toBe(true)
  expect(heads.map((head) => verifyUsage(secret, head, dump))).toContain(2)
  const changes: Record<string, Cell>[] = [
    { at: 1 },
    { api_key_id: 'x' },
    { entries: '[1]' },
    { link: new Uint8Array(32) },
    { mac: null },
  ]
  for (const change of changes) {
    const packs = dump.get('usage_packs')?.map((pack) => ({ ...pack, ...change })) ?? []
    const changed = new Map([...dump, ['usage_packs', packs]])
    expect(() => heads.map((head) => verifyUsage(secret, head, changed))).toThrow()
  }
})
