import { list, text, topic } from '../manual/block.ts'

export const encryption = {
  ...topic(
    'encryption',
    'How it is built',
    list(
      'Your master password goes through Argon2id (64 MiB, three passes) and opens your private key. The server’s secret wraps the result once more.',
      'Each environment has a random key, sealed to every person, token and API key that may open it, with HPKE on X-Wing: ML-KEM-768 and X25519 together.',
      'Each version is encrypted as a whole with key-committing AES-256-GCM, with a separate key per message, and padded to hide its exact size.',
      'API keys and personal tokens carry key pairs of their own. Only a hash is stored; a key opens exactly the environments that it was given.',
      'Rows that decide who may do what carry a MAC. A row that something other than the server wrote is rejected and recorded.',
      'Every read of a secret is recorded before it is answered, in a [chain](#audit) that reveals changes.',
    ),
    text(
      'Every byte is specified in `docs/security/stored-formats.md`, so that you can write a decryptor of your own.',
    ),
  ),
  alias: 'cryptography argon2 aes gcm hpke x-wing post-quantum kem algorithm',
}
