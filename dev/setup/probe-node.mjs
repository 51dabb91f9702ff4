// Each candidate Node runs this file. It prints what Envhold needs and this Node lacks: in every version there are
// builds without SQLite, or with an older OpenSSL than Node's own.

import * as crypto from 'node:crypto'

const bytes = Buffer.alloc(16)
const argon2 = { message: bytes, nonce: bytes, parallelism: 1, tagLength: 32, memory: 8, passes: 1 }

const needs = {
  'SQLite (node:sqlite)': () => process.getBuiltinModule('node:sqlite'),
  'running TypeScript (process.features.typescript)': () => process.features.typescript === 'strip',
  'Argon2id (OpenSSL 3.2)': () => crypto.argon2Sync('argon2id', argon2),
  'ML-KEM-768 (OpenSSL 3.5)': () => crypto.generateKeyPairSync('ml-kem-768'),
}

function works(use) {
  try {
    return Boolean(use())
  } catch {
    return false
  }
}

console.log(
  Object.keys(needs)
    .filter((name) => !works(needs[name]))
    .join(', '),
)
