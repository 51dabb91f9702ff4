import { hash } from 'node:crypto'
import { lp, type Principal, u8, u32, u64 } from '@envhold/integrity/context.ts'
import type { EnvironmentKey, Key } from '@envhold/integrity/key.ts'
import { deriveKey } from '@envhold/integrity/key.ts'
import { mac, verifyMac } from '@envhold/integrity/mac.ts'
import { rejectUnless } from '@envhold/integrity/vault-error.ts'
import { principalId, principalKind } from './grant.ts'

/** One holder of an environment key. */
export type RosterEntry = {
  readonly principal: Principal
  /** SHA-256 of the public key that the grant is sealed to, 32 bytes. */
  readonly publicKeyHash: Uint8Array
}

/** All holders of an environment's key at one epoch, in any order. */
export type Roster = readonly RosterEntry[]

/** An environment's epoch, which a roster belongs to. */
export interface RosterAt {
  readonly environment: number
  readonly epoch: number
}

/** A new key: its epoch n, and its name. */
export interface KeyLink extends RosterAt {
  /** `keyId(DEK_n)`. */
  readonly keyId: Uint8Array
}

/**
 * Authenticates the list of holders (stored-formats.md, 'Roster'). Only a holder of the key can compute it, so an
 * attacker with write access to the database cannot add a recipient to which the next re-key would seal. 32 bytes.
 * Throws VaultError for a principal that is listed twice.
 */
export function rosterMac(dek: EnvironmentKey, at: RosterAt, roster: Roster): Uint8Array {
  return mac(rosterKey(dek), rosterContext(at, roster))
}

/** Throws VaultError unless `expected` is this roster's MAC. */
export function verifyRoster(dek: EnvironmentKey, at: RosterAt, roster: Roster, expected: Uint8Array): void {
  verifyMac(rosterKey(dek), rosterContext(at, roster), expected)
}

/**
 * Authenticates DEK_n and its first roster with DEK_(n-1): a holder of the old key accepts no key that an attacker
 * put into the database. 32 bytes.
 */
export function linkMac(previousDek: EnvironmentKey, link: KeyLink, roster: Roster): Uint8Array {
  return mac(linkKey(previousDek), linkContext(link, roster))
}

/** Throws VaultError unless `expected` is the MAC of this link. */
export function verifyLink(
  previousDek: EnvironmentKey,
  link: KeyLink,
  roster: Roster,
  expected: Uint8Array,
): void {
  verifyMac(linkKey(previousDek), linkContext(link, roster), expected)
}

/**
 * A roster as bytes: `u32 count ‖ (u8 kind ‖ u32 length ‖ id ‖ SHA-256 of public key)*`, sorted by kind, then by id bytes.
 * Throws VaultError for a principal that is listed twice.
 */
export function rosterBytes(roster: Roster): Uint8Array {
  const named = roster.map(({ principal, publicKeyHash }) => {
    rejectUnless(publicKeyHash.length === 32)
    return {
      name: Buffer.concat([u8(principalKind(principal)), principalId(principal)]),
      principal,
      publicKeyHash,
    }
  })
  named.sort((left, right) => Buffer.compare(left.name, right.name))
  rejectUnless(named.every(({ name }, i) => !named[i + 1]?.name.equals(name)))
  return Buffer.concat([
    u32(named.length),
    ...named.flatMap(({ name, publicKeyHash }) => [
      name.subarray(0, 1),
      u32(name.length - 1),
      name.subarray(1),
      publicKeyHash,
    ]),
  ])
}

function rosterKey(dek: EnvironmentKey): Key<'roster'> {
  return deriveKey(dek, 'eh1/roster')
}

function linkKey(previousDek: EnvironmentKey): Key<'link'> {
  return deriveKey(previousDek, 'eh1/link')
}

function rosterContext({ environment, epoch }: RosterAt, roster: Roster) {
  return lp('eh1/roster', u64(environment), u32(epoch), rosterBytes(roster))
}

function linkContext({ environment, epoch, keyId }: KeyLink, roster: Roster) {
  const rosterHash = hash('sha256', rosterBytes(roster), 'buffer')
  return lp('eh1/link', u64(environment), u32(epoch), keyId, rosterHash)
}
