/**
 * What other tools keep in a `.env` in place of the value itself. Envhold stores such a text as it is, so a program that
 * gets it sees the reference or the ciphertext.
 */
export type ForeignValue = {
  kind: 'reference' | 'ciphertext'
  /** The tool whose text it is. */
  tool: string
}

/** The tool that `value` seems to be meant for; undefined for an ordinary value. Linear in the length of `value`. */
export function findForeignValue(value: string): ForeignValue | undefined {
  return signs.find(({ pattern }) => pattern.test(value))?.foreign
}

const reference = (tool: string): ForeignValue => ({ kind: 'reference', tool })
const ciphertext = (tool: string): ForeignValue => ({ kind: 'ciphertext', tool })

/** How such texts begin. A false alarm costs a warning, so only beginnings that nothing else has are listed. */
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
