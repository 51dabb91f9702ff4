import { limits } from '@envhold/contract/limits.ts'
import { invisible } from '@envhold/formats/fields/text.ts'
import { fieldError, invalidField } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { canonical } from '../users/canonical.ts'

/** What an attacker who knows the account tries first. */
export interface PasswordOwner {
  readonly email: string
  readonly username?: string | undefined
}

const product = 'envhold'
const texts = {
  common: 'This is one of the most common passwords. Choose another one.',
  personal:
    'This is your e-mail address, your username or the name of this service. Choose another password.',
}

/** Digits and signs beside a name are among the first guesses: `ada2026!`. */
const lettersOf = (text: string): string => text.replaceAll(/\P{L}/gu, '')

/** Compares the whole password: a longer one may contain any of these. */
function isPersonal(password: string, { email, username }: PasswordOwner, publicUrl: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const known = [product, new URL(publicUrl).hostname, email, email.slice(0, -domain.length - 1), domain]
  const names = [...known, username ?? ''].map(canonical).filter((name) => name !== '')
  const canonicalPassword = canonical(password)
  const letters = lettersOf(canonicalPassword)
  return names.some((name) => canonicalPassword === name || (letters !== '' && letters === lettersOf(name)))
}

/**
 * Refuses a new password that is among the first guesses. Its length is checked by the contract.
 * @param field the field of the request that holds the password
 * @throws AppError VALIDATION_FAILED, with the reason
 */
export async function requireGoodPassword(
  { config }: { readonly config: Pick<Context['config'], 'publicUrl'> },
  password: string,
  owner: PasswordOwner,
  field = 'newPassword',
): Promise<void> {
  const message = isPersonal(password, owner, config.publicUrl)
    ? texts.personal
    : (await commonPasswords()).has(canonical(password)) && texts.common
  if (message) throw invalidField(field, message)
}

let loading: Promise<ReadonlySet<string>> | undefined

/** The list costs 20 MB while it is decompressed, so a server where nobody chooses a password never loads it. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const common: readonly string[] = dictionary['passwords-common']
  return new Set(common.filter((password) => [...password].length >= limits.passwordMinLength).map(canonical))
}

/** The most common passwords of the minimum length and more, in canonical form: about 18,000. */
export const commonPasswords = (): Promise<ReadonlySet<string>> => {
  loading ??= load()
  return loading
}

const emoji = /\p{RGI_Emoji}/gv
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/**
 * The contract validates a username as sent. It is stored in NFC, where some single characters become three, so its
 * length is checked again. It must not look like another one: joiners are allowed inside emoji only, and letters that
 * are forms of others, such as those of full width, are not.
 * @throws AppError VALIDATION_FAILED
 */
export function validateUsername(username: string): void {
  const invalid = (message: string) => fieldError('username', message)
  if (username.includes('@')) throw invalid('A username cannot contain @')
  if (username.normalize('NFC').length > limits.nameLength)
    throw invalid(`Must be at most ${limits.nameLength} characters`)
  if (unseen.test(username.replaceAll(emoji, ''))) throw invalid(invisible)
  if (username.normalize('NFKC') !== username.normalize('NFC'))
    throw invalid('Must use plain letters, not full-width or stylized ones')
}
