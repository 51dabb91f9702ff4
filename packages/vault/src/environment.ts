import type { Variable } from '@envhold/formats/fields/every-field.ts'
import type { Random } from '@envhold/integrity/bytes.ts'
import { lp, u32, u64, utf8 } from '@envhold/integrity/context.ts'
import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import { derive, importKey, keyBytes, newKey } from '@envhold/integrity/key.ts'
import { rejectIfThrown, rejectUnless } from '@envhold/integrity/vault-error.ts'
import { openCa1, sealCa1 } from './ca1.ts'
import { decodeVariable, encodeVariable, pad, unpad } from './sealed-variable.ts'

/** An environment at one epoch: the time between two re-keys, counted from 1. */
export type EnvironmentEpoch = {
  readonly project: number
  readonly environment: number
  readonly epoch: number
}

/** One version of an environment: every write creates the next. */
export type EnvironmentVersion = EnvironmentEpoch & { readonly version: number }

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A fresh environment key (DEK). */
export function newEnvironmentKey(random?: Random): EnvironmentKey {
  return newKey<EnvironmentKey>(random)
}

/**
 * The public name of an environment key: `HKDF-SHA256(DEK, '', 'eh1/key-id', 32)`, 32 bytes. It reveals nothing about
 * the key.
 */
export function keyId(dek: EnvironmentKey): Uint8Array {
  return derive(dek, 'eh1/key-id')
}

/**
 * Seals all variables of one version (stored-formats.md, 'Environment version'): a sorted JSON list, padded so that its
 * length reveals little, in one CA1 message. Throws VaultError for a lone surrogate, which would be altered, and for a
 * field that could not be opened again.
 */
export function sealEnvironment(
  dek: EnvironmentKey,
  at: EnvironmentVersion,
  variables: ReadonlyMap<string, Variable>,
  random?: Random,
): Uint8Array {
  const sorted = Array.from(variables).sort(([left], [right]) => (left < right ? -1 : 1))
  return sealCa1(dek, versionContext(at), pad(utf8(listOf(sorted))), random)
}

const listOf = (sorted: readonly (readonly [string, Variable])[]): string =>
  JSON.stringify(sorted.map(([key, variable]) => encodeVariable(key, variable)))

/**
 * Opens one version: a Map, sorted by key, in which a variable called `__proto__` is a variable like any other.
 * Throws VaultError unless the blob was sealed under this key for exactly this project, environment, epoch and
 * version.
 */
export function openEnvironment(
  dek: EnvironmentKey,
  at: EnvironmentVersion,
  blob: Uint8Array,
): Map<string, Variable> {
  const bytes = unpad(openCa1(dek, versionContext(at), blob))
  const json = rejectIfThrown(() => UTF8.decode(bytes))
  return variablesOf(
    rejectIfThrown<unknown>(() => JSON.parse(json)),
    json,
  )
}

/** Seals DEK_(n-1) under DEK_n, so that holders of the current key can read the history. `at.epoch` is n. */
export function sealPreviousKey(
  dek: EnvironmentKey,
  previous: EnvironmentKey,
  at: EnvironmentEpoch,
  random?: Random,
): Uint8Array {
  const bytes = keyBytes(previous)
  const blob = sealCa1(dek, previousKeyContext(at), bytes, random)
  bytes.fill(0)
  return blob
}

/** Opens DEK_(n-1) with DEK_n; `at.epoch` is n. Throws VaultError for anything that was not sealed for exactly this. */
export function openPreviousKey(dek: EnvironmentKey, at: EnvironmentEpoch, blob: Uint8Array): EnvironmentKey {
  return importKey<EnvironmentKey>(openCa1(dek, previousKeyContext(at), blob))
}

function versionContext(at: EnvironmentVersion) {
  return lp('eh1/environment', u64(at.project), u64(at.environment), u32(at.epoch), u64(at.version))
}

function previousKeyContext(at: EnvironmentEpoch) {
  return lp('eh1/previous-key', u64(at.project), u64(at.environment), u32(at.epoch))
}

/**
 * Pairs and triples, strictly ascending by key; anything else was not sealed by this package. With a triple, the JSON
 * must be exactly what this package writes: an object could have its keys in another order, or one of them twice.
 */
function variablesOf(list: unknown, json: string): Map<string, Variable> {
  rejectUnless(Array.isArray(list))
  const variables = new Map<string, Variable>()
  let last: string | undefined
  let hasDetails = false
  for (const entry of list as unknown[]) {
    const [key, variable] = decodeVariable(entry)
    rejectUnless(last === undefined || last < key)
    variables.set(key, variable)
    hasDetails ||= (entry as unknown[]).length === 3
    last = key
  }
  rejectUnless(!hasDetails || listOf([...variables]) === json)
  return variables
}
