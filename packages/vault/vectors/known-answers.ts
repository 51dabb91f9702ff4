/**
 * Every format of the vault, computed from fixed inputs: the files beside this one contain the answers. Inputs are
 * simple (repeated bytes, counting 'randomness'), so that a decryptor in another language can be tested by hand.
 * `node packages/vault/vectors/write.ts` writes the files; a change in one is a change of a format, and needs a
 * version.
 */

import { hkdfSync } from 'node:crypto'
import type { Variable } from '@envhold/formats/fields/every-field.ts'
import {
  activityChainOf,
  activityDigest,
  activityLink,
  activityMac,
} from '@envhold/integrity/activity-chain.ts'
import { auditMac, rootDigest, rootMac } from '@envhold/integrity/audit.ts'
import { encodeBase32 } from '@envhold/integrity/base32.ts'
import { LABELS, lp, publicKeyHash, u8, u32, u64, utf8 } from '@envhold/integrity/context.ts'
import {
  type EnvironmentKey,
  importKey,
  type Key,
  type KeyPairSeed,
  keyBytes,
} from '@envhold/integrity/key.ts'
import { newRecoveryCode, recoveryCodeMac } from '@envhold/integrity/recovery-code.ts'
import { rowMac } from '@envhold/integrity/row.ts'
import { sealServerBox } from '@envhold/integrity/server-cipher.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { newToken, parseToken, tokenPreview } from '@envhold/integrity/token.ts'
import { sealTotpSecret, totpCode } from '@envhold/integrity/totp.ts'
import { packUsage, usageDigest, usageLink, usageMac } from '@envhold/integrity/usage-chain.ts'
import { newUserCode, userCodeMac, userCodeTag } from '@envhold/integrity/user-code.ts'
import { sealCa1 } from '../src/ca1.ts'
import { cacheKey, sealCachedResponse } from '../src/cached-response-cipher.ts'
import { sealDeviceToken } from '../src/device-login.ts'
import { keyId, sealEnvironment, sealPreviousKey } from '../src/environment.ts'
import { sealGrant } from '../src/grant.ts'
import { keyPairFromSeed } from '../src/key-pair.ts'
import { type PasskeyUnlockKey, sealPasskeyKey } from '../src/passkey-key.ts'
import { newRecoveryKey, parseRecoveryKey, sealForRecovery } from '../src/recovery-key.ts'
import { linkMac, type Roster, rosterBytes, rosterMac } from '../src/roster.ts'
import { sealUnlockedEnvironment, sealUnlockedSeed, unlockCacheKey } from '../src/unlock-seal.ts'
import { sealUserKey } from '../src/user-key.ts'
import { countingRandom, hex, keyOf, toHex } from './known.ts'
import xWing from './x-wing-draft.json' with { type: 'json' }

const project = 1001
const environment = 2002
const epoch = 3
const version = 44
const user = 5005
const keyVersion = 2
const masterPassword = 'correct horse bätterie staple'

const dek = () => importKey<EnvironmentKey>(keyOf(0xd3))
const previousDek = () => importKey<EnvironmentKey>(keyOf(0xd2))
const seed = () => importKey<KeyPairSeed>(keyOf(0x5e))
const serverSecretText = newServerSecret(7, () => keyOf(0x7e))
const secrets = serverSecrets([parseServerSecret(serverSecretText)])
/** The first case of the X-Wing draft: a recipient, and an encapsulation to it with known randomness. */
const recipient = xWing.cases[0] as (typeof xWing.cases)[number]

const roster: Roster = [
  { principal: { kind: 'invitation', id: 'inv-1' }, publicKeyHash: keyOf(0x44) },
  { principal: { kind: 'user', id: 5005 }, publicKeyHash: keyOf(0x11) },
  { principal: { kind: 'api-key', id: 'BywDrflDFBj1G' }, publicKeyHash: keyOf(0x22) },
  { principal: { kind: 'user', id: 300 }, publicKeyHash: keyOf(0x12) },
]

/** File name → content. */
export async function knownAnswers(): Promise<Record<string, unknown>> {
  return {
    'context.json': contextAnswers(),
    'ca1.json': ca1Answers(),
    'environment.json': environmentAnswers(),
    'grant.json': grantAnswers(),
    'user-key.json': await userKeyAnswers(),
    'passkey.json': passkeyAnswers(),
    'recovery-key.json': recoveryAnswers(),
    'tokens.json': tokenAnswers(),
    'server-secret.json': {
      kid: 7,
      secret: toHex(keyOf(0x7e)),
      text: serverSecretText,
      fingerprint: secrets.fingerprint,
    },
    'roster.json': rosterAnswers(),
    'row.json': rowAnswers(),
    'audit.json': auditAnswers(),
    'usage.json': usageAnswers(),
    'activity.json': activityAnswers(),
    'root.json': rootAnswers(),
    'settings.json': settingsAnswers(),
    'second-factors.json': secondFactorAnswers(),
    'device-login.json': deviceLoginAnswers(),
    'memory.json': memoryAnswers(),
  }
}

function contextAnswers() {
  return {
    labels: Object.keys(LABELS),
    empty: toHex(lp('eh1/key-id')),
    fields: toHex(lp('eh1/row', u8(255), u32(65536), u64(2 ** 53 - 1), utf8('ä€😀'), new Uint8Array(0))),
  }
}

function ca1Answers() {
  const context = lp('eh1/environment', u64(1))
  const cases = ['', 'a', 'The vault refuses this'].map((plaintext) => ({
    plaintext,
    blob: toHex(sealCa1(importKey<Key<'any'>>(keyOf(0xca)), context, utf8(plaintext), countingRandom())),
  }))
  return { key: toHex(keyOf(0xca)), context: toHex(context), random: 'counting from 00', cases }
}

function environmentAnswers() {
  const at = { project, environment, epoch, version }
  const small = new Map([
    ['Z_LAST', ''],
    ['API_KEY', 'line one\nline "two"'],
    ['__proto__', 'ä€😀'],
  ])
  const large = new Map(Array.from({ length: 20 }, (_, i) => [`KEY_${i}`, 'x'.repeat(3 * i)]))
  const variablesOf = (values: Map<string, string>) =>
    new Map(Array.from(values, ([key, value]) => [key, { value }]))
  const sealed = (variables: Map<string, string>) => ({
    variables: [...variables],
    blob: toHex(sealEnvironment(dek(), at, variablesOf(variables), countingRandom())),
  })
  const detailed = new Map<string, Variable>([
    ['Z_BOTH', { value: '', note: 'first line\n\n"third" 😀', due: '2028-02-29', dueSetBy: user }],
    ['NOTED', { value: 'value', note: 'x' }],
    ['DATED', { value: 'value', due: '2027-01-31', dueSetBy: user }],
    ['PLAIN', { value: 'value' }],
  ])
  return {
    dek: toHex(keyOf(0xd3)),
    keyId: toHex(keyId(dek())),
    ...at,
    random: 'counting from 00',
    cases: [sealed(new Map()), sealed(small), sealed(large)],
    detailed: {
      variables: Array.from(detailed, ([key, { value, note, due, dueSetBy: by }]) =>
        JSON.parse(JSON.stringify(note || due ? [key, value, { note, due, by }] : [key, value])),
      ),
      blob: toHex(sealEnvironment(dek(), at, detailed, countingRandom())),
    },
    previousKey: {
      previousDek: toHex(keyOf(0xd2)),
      blob: toHex(sealPreviousKey(dek(), previousDek(), { project, environment, epoch }, countingRandom())),
    },
  }
}

function grantAnswers() {
  const at = { project, environment, epoch }
  const publicKey = hex(recipient.publicKey)
  const principals = [
    { kind: 'user', id: user },
    { kind: 'api-key', id: 'BywDrflDFBj1G' },
    { kind: 'personal-token', id: 'BywDrflDFBj1G' },
    { kind: 'invitation', id: 'BywDrflDFBj1G' },
  ] as const
  const cases = principals.map((principal) => {
    const encapsulation = { enc: hex(recipient.enc), sharedSecret: hex(recipient.sharedSecret) }
    return { principal, blob: toHex(sealGrant(dek(), at, principal, publicKey, encapsulation)) }
  })
  const recipientIs = 'case 0 of x-wing-draft.json, with its encapsulation'
  return { dek: toHex(keyOf(0xd3)), keyId: toHex(keyId(dek())), ...at, recipient: recipientIs, cases }
}

async function userKeyAnswers() {
  const argon2 = { memory: 19456, passes: 2, parallelism: 1 }
  const input = { user, keyVersion, seed: seed(), masterPassword, serverSecrets: secrets, argon2 }
  return {
    user,
    keyVersion,
    seed: toHex(keyOf(0x5e)),
    publicKeyHash: toHex(publicKeyHash(keyPairFromSeed(seed()).publicKey)),
    masterPassword,
    argon2,
    serverSecret: 'that of server-secret.json',
    random: 'counting from 00: salt16, then 32 for the inner and 32 for the outer CA1',
    blob: toHex(await sealUserKey(input, countingRandom())),
  }
}

function recoveryAnswers() {
  const text = newRecoveryKey(() => keyOf(0x4e))
  const blob = sealForRecovery({ user, keyVersion, seed: seed() }, parseRecoveryKey(text), countingRandom())
  return {
    recoveryKey: toHex(keyOf(0x4e)),
    text,
    user,
    keyVersion,
    seed: toHex(keyOf(0x5e)),
    blob: toHex(blob),
  }
}

const credentialId = Uint8Array.from({ length: 20 }, (_, i) => 0xc0 + i)
const prfOutput = keyOf(0x9f)
/** What the browser computes. */
const unlockBytes = () =>
  new Uint8Array(
    hkdfSync('sha256', prfOutput, '', Buffer.concat([utf8('eh1/passkey-unlock'), credentialId]), 32),
  )

function passkeyAnswers() {
  const unlock = importKey<PasskeyUnlockKey>(unlockBytes())
  const { publicKey } = keyPairFromSeed(seed())
  const at = { user, keyVersion, publicKey, credentialId, serverSecrets: secrets }
  return {
    user,
    keyVersion,
    seed: toHex(keyOf(0x5e)),
    publicKeyHash: toHex(publicKeyHash(publicKey)),
    credentialId: toHex(credentialId),
    prf: toHex(prfOutput),
    unlock: toHex(unlockBytes()),
    serverSecret: 'that of server-secret.json',
    random: 'counting from 00: 32 for the inner and 32 for the outer CA1',
    blob: toHex(sealPasskeyKey({ ...at, seed: seed(), unlock }, countingRandom())),
  }
}

function tokenAnswers() {
  return (['pak', 'ppt', 'inv', 'ses', 'eml'] as const).map((prefix) => {
    const token = newToken(prefix, countingRandom(0x10))
    const authHash = toHex(token.authHash)
    const secret = toHex(keyBytes(parseToken(token.text).secret))
    const tokenSeed = token.seed === null ? null : toHex(keyBytes(token.seed))
    return {
      text: token.text,
      preview: tokenPreview(token.text),
      id: token.id,
      secret,
      authHash,
      seed: tokenSeed,
    }
  })
}

function rosterAnswers() {
  return {
    environment,
    epoch,
    roster: roster.map((entry) => ({ ...entry, publicKeyHash: toHex(entry.publicKeyHash) })),
    bytes: toHex(rosterBytes(roster)),
    dek: toHex(keyOf(0xd3)),
    mac: toHex(rosterMac(dek(), { environment, epoch }, roster)),
    link: {
      previousDek: toHex(keyOf(0xd2)),
      keyId: toHex(keyId(dek())),
      mac: toHex(linkMac(previousDek(), { environment, epoch, keyId: keyId(dek()) }, roster)),
    },
  }
}

function rowAnswers() {
  const fields = { role: 'ADMIN', active: true, revoked_at: null, rank: -3, hash: 'hex:0102' }
  const bytes = { ...fields, hash: hex('0102') }
  const mac = toHex(rowMac(secrets, { table: 'memberships', id: 12, fields: bytes }))
  return { serverSecret: 'that of server-secret.json', table: 'memberships', id: 12, fields, mac }
}

function auditAnswers() {
  const first = auditMac(secrets, {
    chain: 'activity',
    sequence: 1,
    previousMac: null,
    entry: utf8('first entry'),
  })
  const second = auditMac(secrets, {
    chain: 'activity',
    sequence: 2,
    previousMac: first,
    entry: utf8('second entry'),
  })
  return {
    serverSecret: 'that of server-secret.json',
    chain: 'activity',
    entries: [
      { sequence: 1, entry: 'first entry', mac: toHex(first) },
      { sequence: 2, entry: 'second entry', mac: toHex(second) },
    ],
  }
}

const call = {
  durationUs: 412,
  requestId: 'req-1',
  status: 200,
  variables: 3,
  environmentId: environment,
  environmentName: 'pröduction 😀',
  method: 'GET',
  endpoint: '/v1/inject/{projectId}/{environment}',
  ip: '203.0.113.7',
  calls: 1,
}

function usageAnswers() {
  const packOf = (apiKeyId: string, last: number, calls: readonly (typeof call)[]) => {
    const entries = packUsage(calls)
    return { apiKeyId, last, entries, digest: usageDigest(apiKeyId, entries) }
  }
  const repeated = [call, { ...call, durationUs: 398, requestId: 'req-2' }, { ...call, status: 304 }]
  const commits = [
    {
      first: 1,
      at: 1_700_000_000_000,
      packs: [packOf('BywDrflDFBj1G', 3, repeated), packOf('K2', 4, [call])],
    },
    { first: 5, at: 1_700_000_000_250, packs: [packOf('K2', 5, [{ ...call, calls: 40 }])] },
  ]
  let previousLink: Uint8Array | null = null
  const answers = []
  for (const { first, at, packs } of commits) {
    const link = usageLink({ projectId: project, previousLink, first, at, packs })
    const point = { projectId: project, sequence: packs.at(-1)?.last ?? 0, link }
    answers.push({
      first,
      at,
      packs: packs.map((pack) => ({ ...pack, digest: toHex(pack.digest) })),
      link: toHex(link),
      mac: toHex(usageMac(secrets, point)),
    })
    previousLink = link
  }
  return { serverSecret: 'that of server-secret.json', project, commits: answers }
}

function activityAnswers() {
  const entry = {
    sequence: 41,
    at: 1_700_000_000_000,
    eventType: 'variable_created',
    category: 'project_changes',
    severity: 'low',
    description: 'A_KEY was created in pröduction 😀',
    userId: 5005,
    tokenId: null,
    projectId: project,
    environmentId: environment,
    ip: '203.0.113.7',
    requestId: 'req-1',
  }
  const entries = [entry, { ...entry, sequence: 44, description: '', tokenId: 'BywDrflDFBj1G', userId: null }]
  const chain = activityChainOf(entry)
  let previousLink: Uint8Array | null = null
  const answers = []
  for (const [index, one] of entries.entries()) {
    const [position, digest] = [index + 1, activityDigest(one)]
    const link = activityLink({ chain, previousLink, position, digest })
    const mac = activityMac(secrets, { chain, position, link })
    answers.push({ entry: one, position, digest: toHex(digest), link: toHex(link), mac: toHex(mac) })
    previousLink = link
  }
  return { serverSecret: 'that of server-secret.json', chain, entries: answers }
}

function rootAnswers() {
  const points = [
    { chain: 'activity/instance', sequence: 2, at: 1_700_000_000_000, link: keyOf(0x11) },
    { chain: 'usage/10', sequence: 5, at: 1_700_000_000_250, link: keyOf(0x12) },
    { chain: 'usage/9', sequence: 6, at: 1_700_000_000_500, link: keyOf(0x13) },
  ]
  let previousMac: Uint8Array | null = null
  const answers = []
  for (const [index, covered] of [[], points].entries()) {
    const digest = rootDigest()
    for (const point of covered) digest.add(point)
    const [number, at, chains] = [index + 1, 1_700_000_000_000 + index * 3_600_000, covered.length]
    const root = { number, previousMac, at, chains, digest: digest.finish() }
    const mac = rootMac(secrets, root)
    answers.push({
      number,
      at,
      points: covered.map((point) => ({ ...point, link: toHex(point.link) })),
      digest: toHex(root.digest),
      mac: toHex(mac),
    })
    previousMac = mac
  }
  return { serverSecret: 'that of server-secret.json', roots: answers }
}

function settingsAnswers() {
  const at = { name: 'stripe', updatedAt: 1_700_000_000_000 }
  const plaintext = '{"apiKey":"sk_test_ä"}'
  return {
    serverSecret: 'that of server-secret.json',
    ...at,
    plaintext,
    random: 'counting from 00',
    box: toHex(sealServerBox(secrets, at, utf8(plaintext), countingRandom())),
  }
}

function secondFactorAnswers() {
  const at = { user, factor: '00112233445566778899aabbccddeeff' }
  const secret = Buffer.from('12345678901234567890')
  const codeAt = { user, id: 'ffeeddccbbaa99887766554433221100' }
  const code = newRecoveryCode(countingRandom())
  return {
    serverSecret: 'that of server-secret.json',
    totp: {
      ...at,
      secret: toHex(secret),
      base32: encodeBase32(secret),
      random: 'counting from 00',
      sealed: toHex(sealTotpSecret(secrets, at, secret, countingRandom())),
      codes: [0, 1, 56_666_666].map((step) => ({ step, code: totpCode(secret, step) })),
    },
    recoveryCode: {
      ...codeAt,
      random: 'counting from 00',
      code,
      mac: toHex(recoveryCodeMac(secrets, codeAt, code)),
    },
  }
}

function deviceLoginAnswers() {
  const at = { id: 'BywDrflDFBj1G', user }
  const token = newToken('ppt', countingRandom(0x10)).text
  const userCode = newUserCode(countingRandom())
  const encapsulation = { enc: hex(recipient.enc), sharedSecret: hex(recipient.sharedSecret) }
  return {
    serverSecret: 'that of server-secret.json',
    userCode: { random: 'counting from 00', code: userCode, mac: toHex(userCodeMac(secrets, userCode)) },
    tag: userCodeTag(secrets, at.id, userCode),
    recipient: 'case 0 of x-wing-draft.json, with its encapsulation',
    ...at,
    token,
    sealed: toHex(sealDeviceToken(token, at, hex(recipient.publicKey), encapsulation)),
  }
}

function memoryAnswers() {
  const processKey = importKey<Key<'process'>>(keyOf(0x9c))
  const session = newToken('ses', countingRandom(0x10)).text
  const apiKey = newToken('pak', countingRandom(0x10)).text
  const bySession = unlockCacheKey(processKey, parseToken(session), masterPassword)
  const byApiKey = unlockCacheKey(processKey, parseToken(apiKey))
  const unlock = importKey<PasskeyUnlockKey>(unlockBytes())
  const byPasskey = unlockCacheKey(processKey, parseToken(session), { credentialId, unlock })
  const granted = { project, environment, epoch, keyId: keyId(dek()) }
  const question = JSON.stringify([project, 'prödüction', 'dotenv', null])
  const toQuestion = cacheKey(processKey, apiKey, question)
  const headers = '{"content-type":"text/plain; charset=utf-8"}'
  const text = 'A=ä\n'
  return {
    processKey: toHex(keyOf(0x9c)),
    session: {
      token: session,
      masterPassword,
      slot: bySession.slot,
      user,
      keyVersion,
      seed: toHex(keyOf(0x5e)),
      blob: toHex(sealUnlockedSeed(bySession, { user, keyVersion }, seed(), countingRandom())),
    },
    passkey: {
      token: session,
      credentialId: toHex(credentialId),
      unlock: toHex(unlockBytes()),
      slot: byPasskey.slot,
      blob: toHex(sealUnlockedSeed(byPasskey, { user, keyVersion }, seed(), countingRandom())),
    },
    apiKey: {
      token: apiKey,
      slot: byApiKey.slot,
      project,
      environment,
      epoch,
      dek: toHex(keyOf(0xd3)),
      blob: toHex(sealUnlockedEnvironment(byApiKey, granted, dek(), countingRandom())),
    },
    answer: {
      token: apiKey,
      question,
      slot: toQuestion.slot,
      headers,
      text,
      random: 'counting from 00',
      blob: toHex(sealCachedResponse(toQuestion, utf8(`${headers}\n${text}`), countingRandom())),
    },
  }
}
