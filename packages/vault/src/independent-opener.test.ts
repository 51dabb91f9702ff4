import { gcm } from '@noble/ciphers/aes.js'
import { argon2id } from '@noble/hashes/argon2.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { ml_kem768_x25519 as xWing } from '@noble/post-quantum/hybrid.js'
import { describe, expect, it } from 'vitest'
import activity from '../vectors/activity.json' with { type: 'json' }
import audit from '../vectors/audit.json' with { type: 'json' }
import ca1 from '../vectors/ca1.json' with { type: 'json' }
import deviceLogin from '../vectors/device-login.json' with { type: 'json' }
import environment from '../vectors/environment.json' with { type: 'json' }
import grant from '../vectors/grant.json' with { type: 'json' }
import { hex, toHex } from '../vectors/known.ts'
import memory from '../vectors/memory.json' with { type: 'json' }
import passkey from '../vectors/passkey.json' with { type: 'json' }
import recovery from '../vectors/recovery-key.json' with { type: 'json' }
import roots from '../vectors/root.json' with { type: 'json' }
import roster from '../vectors/roster.json' with { type: 'json' }
import row from '../vectors/row.json' with { type: 'json' }
import serverSecret from '../vectors/server-secret.json' with { type: 'json' }
import tokens from '../vectors/tokens.json' with { type: 'json' }
import usage from '../vectors/usage.json' with { type: 'json' }
import userKey from '../vectors/user-key.json' with { type: 'json' }
import draft from '../vectors/x-wing-draft.json' with { type: 'json' }

// A second implementation of docs/security/stored-formats.md that shares no code with the package: only @noble/* and
// bytes.

const big = (number: number, length: number) => hex(number.toString(16).padStart(2 * length, '0'))
const u8 = (n: number) => big(n, 1)
const u32 = (n: number) => big(n, 4)
const u64 = (n: number) => big(n, 8)
const text = utf8ToBytes

function lp(label: string, ...fields: Uint8Array[]) {
  const tail = fields.flatMap((field) => [u32(field.length), field])
  return concatBytes(big(label.length, 2), text(label), big(fields.length, 2), ...tail)
}

const derive = (key: Uint8Array, label: string) => hkdf(sha256, key, undefined, text(label), 32)
const mac = (key: Uint8Array, label: string, context: Uint8Array) => hmac(sha256, derive(key, label), context)

function openCa1(key: Uint8Array, context: Uint8Array, blob: Uint8Array) {
  expect(blob[0]).toBe(1)
  const okm = hkdf(sha512, key, blob.subarray(1, 33), context, 64)
  expect(toHex(blob.subarray(33, 65))).toBe(toHex(okm.subarray(32)))
  return gcm(okm.subarray(0, 32), new Uint8Array(12), context).decrypt(blob.subarray(65))
}

function openHpke(
  seed: Uint8Array,
  info: Uint8Array,
  aad: Uint8Array,
  enc: Uint8Array,
  ciphertext: Uint8Array,
) {
  const suite = concatBytes(text('HPKE'), hex('647a'), hex('0001'), hex('0002'))
  const extract = (salt: Uint8Array, label: string, ikm: Uint8Array) =>
    hmac(sha256, salt, concatBytes(text('HPKE-v1'), suite, text(label), ikm))
  const expand = (prk: Uint8Array, label: string, context: Uint8Array, length: number) => {
    const block = concatBytes(big(length, 2), text('HPKE-v1'), suite, text(label), context, u8(1))
    return hmac(sha256, prk, block).subarray(0, length)
  }
  const none = new Uint8Array(0)
  const shared = xWing.decapsulate(enc, xWing.keygen(seed).secretKey)
  const context = concatBytes(u8(0), extract(none, 'psk_id_hash', none), extract(none, 'info_hash', info))
  const secret = extract(shared, 'secret', none)
  const nonce = expand(secret, 'base_nonce', context, 12)
  return gcm(expand(secret, 'key', context, 32), nonce, aad).decrypt(ciphertext)
}

const publicKeyHash = (seed: Uint8Array) => sha256(xWing.keygen(seed).publicKey)

it('opens CA1', () => {
  for (const { plaintext, blob } of ca1.cases) {
    expect(toHex(openCa1(hex(ca1.key), hex(ca1.context), hex(blob)))).toBe(toHex(text(plaintext)))
  }
})

describe('an environment', () => {
  const { project, environment: id, epoch, version } = environment
  const dek = hex(environment.dek)

  it('opens every version', () => {
    const context = lp('eh1/environment', u64(project), u64(id), u32(epoch), u64(version))
    for (const { variables, blob } of [...environment.cases, environment.detailed]) {
      const padded = openCa1(dek, context, hex(blob))
      const json = new TextDecoder().decode(padded).replace(/\u{fffd}\0*$/u, '')
      const opened = JSON.parse(json) as unknown[]
      expect(opened).toEqual([...variables].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
    }
  })

  it('opens the previous key', () => {
    const context = lp('eh1/previous-key', u64(project), u64(id), u32(epoch))
    const opened = openCa1(dek, context, hex(environment.previousKey.blob))
    expect(toHex(opened)).toBe(environment.previousKey.previousDek)
  })

  it('opens every grant', () => {
    expect(toHex(derive(dek, 'eh1/key-id'))).toBe(grant.keyId)
    const seed = hex(draft.cases[0]?.seed ?? '')
    for (const { principal, blob } of grant.cases) {
      const kind = ['', 'user', 'api-key', 'personal-token', 'invitation'].indexOf(principal.kind)
      const who = typeof principal.id === 'number' ? u64(principal.id) : text(principal.id)
      const place = [u64(grant.project), u64(grant.environment), u32(grant.epoch)]
      const aad = lp('eh1/grant', ...place, u8(kind), who, publicKeyHash(seed), hex(grant.keyId))
      const bytes = hex(blob)
      expect(bytes[0]).toBe(2)
      const opened = openHpke(seed, text('eh1/grant'), aad, bytes.subarray(1, 1121), bytes.subarray(1121))
      expect(toHex(opened)).toBe(grant.dek)
    }
  })

  it('opens the token of a device login', () => {
    const seed = hex(draft.cases[0]?.seed ?? '')
    const aad = lp('eh1/device-login', text(deviceLogin.id), u64(deviceLogin.user), publicKeyHash(seed))
    const bytes = hex(deviceLogin.sealed)
    expect(bytes[0]).toBe(2)
    const info = text('eh1/device-login')
    const opened = openHpke(seed, info, aad, bytes.subarray(1, 1121), bytes.subarray(1121))
    expect(new TextDecoder().decode(opened)).toBe(deviceLogin.token)
  })

  it('verifies roster and link', () => {
    const place = [u64(roster.environment), u32(roster.epoch)]
    const bytes = hex(roster.bytes)
    expect(toHex(mac(hex(roster.dek), 'eh1/roster', lp('eh1/roster', ...place, bytes)))).toBe(roster.mac)
    const link = lp('eh1/link', ...place, hex(roster.link.keyId), sha256(bytes))
    expect(toHex(mac(hex(roster.link.previousDek), 'eh1/link', link))).toBe(roster.link.mac)
  })
})

describe('a user', () => {
  const seed = hex(userKey.seed)
  const place = [u64(userKey.user), u32(userKey.keyVersion)]

  it('opens the user key', () => {
    const bytes = hex(userKey.blob)
    expect(toHex(bytes.subarray(0, 2))).toBe(toHex(Uint8Array.of(1, serverSecret.kid)))
    const outerKey = derive(hex(serverSecret.secret), 'eh1/user-key-outer')
    const outer = lp('eh1/user-key-outer', u8(serverSecret.kid), ...place, publicKeyHash(seed))
    const inner = openCa1(outerKey, outer, bytes.subarray(2))
    const header = inner.subarray(0, 27)
    const view = new DataView(header.buffer, header.byteOffset)
    const cost = { m: view.getUint32(2), t: view.getUint32(6), p: view.getUint8(10), dkLen: 32 }
    const kek = argon2id(userKey.masterPassword.normalize('NFC'), header.subarray(11), cost)
    const context = lp('eh1/user-key', ...place, header, publicKeyHash(seed))
    expect(toHex(openCa1(kek, context, inner.subarray(27)))).toBe(userKey.seed)
  })

  it('opens the user key with the PRF output of a passkey', () => {
    const bytes = hex(passkey.blob)
    const id = hex(passkey.credentialId)
    expect(bytes.length).toBe(196)
    expect(toHex(bytes.subarray(0, 2))).toBe(toHex(Uint8Array.of(1, serverSecret.kid)))
    const info = concatBytes(text('eh1/passkey-unlock'), id)
    const unlock = hkdf(sha256, hex(passkey.prf), undefined, info, 32)
    expect(toHex(unlock)).toBe(passkey.unlock)
    const outerKey = derive(hex(serverSecret.secret), 'eh1/passkey-outer')
    const outer = lp('eh1/passkey-outer', u8(serverSecret.kid), ...place, id, publicKeyHash(seed))
    const inner = openCa1(outerKey, outer, bytes.subarray(2))
    const context = lp('eh1/passkey', ...place, id, publicKeyHash(seed))
    expect(toHex(openCa1(unlock, context, inner))).toBe(passkey.seed)
  })

  it('reads the recovery key and opens with it', () => {
    const digits = [...recovery.text.replaceAll('-', '')].map((c) =>
      '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(c),
    )
    const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('')
    const bytesOf = (b: string) => Uint8Array.from(b.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
    const key = bytesOf(bits.slice(0, 256))
    expect(toHex(key)).toBe(recovery.recoveryKey)
    const check = [...sha256(lp('eh1/recovery-check', key))]
      .map((b) => b.toString(2).padStart(8, '0'))
      .join('')
    expect(bits.slice(256)).toBe(check.slice(0, 19))
    const context = lp('eh1/recovery', ...place, publicKeyHash(seed))
    expect(toHex(openCa1(derive(key, 'eh1/recovery'), context, hex(recovery.blob)))).toBe(recovery.seed)
  })
})

it.each(tokens)('derives what $text encodes', ({ text: token, secret, authHash, seed }) => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const number = [...token.slice(-49, -6)].reduce((n, c) => n * 62n + BigInt(alphabet.indexOf(c)), 0n)
  expect(number.toString(16).padStart(64, '0')).toBe(secret)
  expect(toHex(sha256(derive(hex(secret), 'eh1/token-auth')))).toBe(authHash)
  if (seed !== null) expect(toHex(derive(hex(secret), 'eh1/token-seed'))).toBe(seed)
})

describe('the server', () => {
  const secret = hex(serverSecret.secret)
  const kid = toHex(u8(serverSecret.kid))

  it('has a fingerprint', () => {
    expect(toHex(derive(secret, 'eh1/server-fingerprint'))).toBe(serverSecret.fingerprint)
  })

  it('verifies a row', () => {
    const context = lp(
      'eh1/row',
      text(row.table),
      hex('01000000000000000c'),
      ...[text('active'), hex('010000000000000001')],
      ...[text('hash'), hex('030102')],
      ...[text('rank'), hex('01fffffffffffffffd')],
      ...[text('revoked_at'), hex('00')],
      ...[text('role'), concatBytes(hex('02'), text('ADMIN'))],
    )
    expect(kid + toHex(mac(secret, 'eh1/row', context))).toBe(row.mac)
  })

  it('verifies a chain of entries', () => {
    let previous = new Uint8Array(0)
    for (const { sequence, entry, mac: expected } of audit.entries) {
      const context = lp('eh1/audit', text(audit.chain), u64(sequence), previous, text(entry))
      expect(kid + toHex(mac(secret, 'eh1/audit', context))).toBe(expected)
      previous = hex(expected) as typeof previous
    }
  })

  it('verifies the usage of a project', () => {
    let previous = new Uint8Array(0)
    for (const { first, at, packs, link, mac: expected } of usage.commits) {
      const ends = packs.map(({ apiKeyId, entries, last, digest }) => {
        expect(toHex(sha256(lp('eh1/usage-pack', text(apiKeyId), text(entries))))).toBe(digest)
        return concatBytes(u64(last), hex(digest))
      })
      const fields = [u64(usage.project), previous, u64(first), u64(at), concatBytes(...ends)]
      expect(toHex(sha256(lp('eh1/usage-link', ...fields)))).toBe(link)
      const context = lp('eh1/usage', u64(usage.project), u64(packs.at(-1)?.last ?? 0), hex(link))
      expect(kid + toHex(mac(secret, 'eh1/usage', context))).toBe(expected)
      previous = hex(link) as typeof previous
    }
  })

  it('verifies a chain of activity', () => {
    const value = (field: string | number | null) => {
      if (field === null) return u8(0)
      return typeof field === 'string' ? concatBytes(u8(2), text(field)) : concatBytes(u8(1), u64(field))
    }
    let previous = new Uint8Array(0)
    for (const { entry, position, digest, link, mac: expected } of activity.entries) {
      const { sequence, at, eventType, category, severity, description } = entry
      const { userId, tokenId, projectId, environmentId, ip, requestId } = entry
      const what = [sequence, at, eventType, category, severity, description]
      const who = [userId, tokenId, projectId, environmentId, ip, requestId]
      expect(toHex(sha256(lp('eh1/activity-entry', ...[...what, ...who].map(value))))).toBe(digest)
      const fields = [text(activity.chain), previous, u64(position), hex(digest)]
      expect(toHex(sha256(lp('eh1/activity-link', ...fields)))).toBe(link)
      const context = lp('eh1/activity', text(activity.chain), u64(position), hex(link))
      expect(kid + toHex(mac(secret, 'eh1/activity', context))).toBe(expected)
      previous = hex(link) as typeof previous
    }
  })

  it('verifies the roots over all chains', () => {
    let previous = new Uint8Array(0)
    for (const { number, at, points, digest, mac: expected } of roots.roots) {
      const covered = points.map(({ chain, sequence, at, link }) =>
        concatBytes(u32(text(chain).length), text(chain), u64(sequence), u64(at), hex(link)),
      )
      expect(toHex(sha256(concatBytes(lp('eh1/root-points'), ...covered)))).toBe(digest)
      const context = lp('eh1/root', u64(number), previous, u64(at), u64(points.length), hex(digest))
      expect(kid + toHex(mac(secret, 'eh1/root', context))).toBe(expected)
      previous = hex(expected) as typeof previous
    }
  })
})

describe('in memory', () => {
  const unlock = (...fields: Uint8Array[]) => {
    const okm = hkdf(
      sha256,
      lp('eh1/unlock-cache', ...fields),
      hex(memory.processKey),
      text('eh1/unlock-cache'),
      64,
    )
    return { key: okm.subarray(0, 32), slot: toHex(okm.subarray(32)) }
  }
  const { id, secret } = tokens[0] as (typeof tokens)[number]

  it('opens a seed', () => {
    const { session } = memory
    const { key, slot } = unlock(text(id), hex(secret), text(session.masterPassword))
    expect(slot).toBe(session.slot)
    const context = lp('eh1/unlock-seed', u64(session.user), u32(session.keyVersion))
    expect(toHex(openCa1(key, context, hex(session.blob)))).toBe(session.seed)
    const byPasskey = unlock(
      text(id),
      hex(secret),
      hex(memory.passkey.credentialId),
      hex(memory.passkey.unlock),
    )
    expect(byPasskey.slot).toBe(memory.passkey.slot)
    expect(toHex(openCa1(byPasskey.key, context, hex(memory.passkey.blob)))).toBe(session.seed)
  })

  it('opens an environment key', () => {
    const { apiKey } = memory
    const { key, slot } = unlock(text(id), hex(secret))
    expect(slot).toBe(apiKey.slot)
    const place = [u64(apiKey.project), u64(apiKey.environment), u32(apiKey.epoch)]
    const context = lp('eh1/unlock-environment', ...place, derive(hex(apiKey.dek), 'eh1/key-id'))
    expect(toHex(openCa1(key, context, hex(apiKey.blob)))).toBe(apiKey.dek)
  })

  it("opens an API key's answer", () => {
    const { token, question, slot, headers, text: answer, blob } = memory.answer
    const fields = [hex(memory.processKey), text(token), text(question)]
    const okm = sha512(lp('eh1/remembered-answer', ...fields))
    expect(toHex(okm.subarray(32))).toBe(slot)
    const sealed = hex(blob)
    const opened = gcm(okm.subarray(0, 32), sealed.subarray(0, 12)).decrypt(sealed.subarray(12))
    expect(toHex(opened)).toBe(toHex(text(`${headers}\n${answer}`)))
  })
})
