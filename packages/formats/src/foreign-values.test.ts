import { describe, expect, it } from 'vitest'
import { findForeignValue } from './foreign-values.ts'

describe('finds', () => {
  it.each([
    ['op://Private/database/password', 'reference', '1Password'],
    ['ref+awsssm://production/database?region=eu', 'reference', 'vals'],
    ['vault:secret/data/app#PASSWORD', 'reference', 'HashiCorp Vault'],
    ['awssm://production/database', 'reference', 'a secret manager'],
    ['encrypted:BFjbTb7Hlx1HzR5S4sTTyFqk', 'ciphertext', 'dotenvx'],
    ['ENC[AES256_GCM,data:Ok1Q,iv:x,tag:y,type:str]', 'ciphertext', 'SOPS'],
    ['-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n', 'ciphertext', 'age or PGP'],
  ])('%s', (value, kind, tool) => {
    expect(findForeignValue(value)).toEqual({ kind, tool })
  })
})

describe('treats as an ordinary value', () => {
  it.each([
    '',
    'ops://x',
    'top://x',
    'reference',
    'encrypted:',
    'encrypted: no',
    'vault:8200',
    'ENC[',
    '$2b$10$abc',
  ])('%s', (value) => {
    expect(findForeignValue(value)).toBeUndefined()
  })
})
