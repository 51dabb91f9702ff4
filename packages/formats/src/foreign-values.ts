/**
 * Text that other tools store in a `.env` in place of a value. Envhold stores it unchanged, so a program gets the
 * reference or the ciphertext.
 */
export type ForeignValue = {
  kind: 'reference' | 'ciphertext'
  /** The tool that the text belongs to. */
  tool: string
}

/** The tool for which `value` seems to be meant; undefined for an ordinary value. Linear in the length of `value`. */
export function findForeignValue(value: string): ForeignValue | undefined {
  return signs.find(({ pattern }) => pattern.test(value))?.foreign
}

const reference = (tool: string): ForeignValue => ({ kind: 'reference', tool })
const ciphertext = (tool: string): ForeignValue => ({ kind: 'ciphertext', tool })

/** How such texts begin. A false positive costs a warning, so only unambiguous prefixes are listed. */
const signs: readonly { pattern: RegExp; foreign: ForeignValue }[] = [
  { pattern: /^op:\/\/[^/]/, foreign: reference('1Password') },
  { pattern: /^ref\+[a-z0-9]+:\/\//, foreign: reference('vals') },
  {
    pattern: /^(secretref|gcp-secretmanager|awssm|awsssm|azkv|bws):\/\//,
    foreign: reference('a secret manager'),
  },
  { pattern: /^vault:[\w-]+(\/[\w-]+)+#/, foreign: reference('HashiCorp Vault') },
  { pattern: /^encrypted:[A-Za-z0-9+/]{16}/, foreign: ciphertext('dotenvx') },
  { pattern: /^ENC\[[A-Z0-9_]+,data:/, foreign: ciphertext('SOPS') },
  { pattern: /^\$ANSIBLE_VAULT;/, foreign: ciphertext('Ansible Vault') },
  { pattern: /^-----BEGIN (AGE ENCRYPTED FILE|PGP MESSAGE)-----/, foreign: ciphertext('age or PGP') },
]
