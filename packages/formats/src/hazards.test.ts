// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the values under test
import { describe, expect, it } from 'vitest'
import { findForeignValue, findHazards } from './hazards.ts'
import { toVariables } from './variables.ts'

describe('findHazards', () => {
  it('finds values that some loader executes', () => {
    const variables = toVariables({
      A: 'x$(id)',
      B: '`id`',
      C: 'pa$$word $HOME ${HOME} ( $ (',
    })
    expect(findHazards(variables)).toMatchObject([
      { key: 'A', hazard: 'runs-code' },
      { key: 'B', hazard: 'runs-code' },
    ])
  })

  it.each([
    ...[
      'PATH',
      'Path',
      'LD_PRELOAD',
      'LD_LIBRARY_PATH',
      'LD_AUDIT',
      'LD_DEBUG_OUTPUT',
      'LD_BIND_NOW',
      'LD_WARN',
      'DYLD_INSERT_LIBRARIES',
      'NODE_OPTIONS',
      'node_options',
    ],
    ...[
      'BASH_ENV',
      'ENV',
      'IFS',
      'PROMPT_COMMAND',
      'PS4',
      'ZDOTDIR',
      'SHELLOPTS',
      'BASH_FUNC_x',
      'PYTHONSTARTUP',
      'PYTHONPATH',
    ],
    ...[
      'GIT_SSH_COMMAND',
      'GIT_CONFIG_COUNT',
      'GIT_EXTERNAL_DIFF',
      'GIT_EDITOR',
      'SSH_ASKPASS',
      'PERL5OPT',
      'PERL5LIB',
      'RUBYOPT',
    ],
    ...[
      'JAVA_TOOL_OPTIONS',
      '_JAVA_OPTIONS',
      'DOTNET_STARTUP_HOOKS',
      'EDITOR',
      'PAGER',
      'BROWSER',
      'LESSOPEN',
      'HOME',
      'SHELL',
    ],
    ...[
      'npm_config_script_shell',
      'RUSTC_WRAPPER',
      'GOFLAGS',
      'OPENSSL_CONF',
      'PHPRC',
      'CLASSPATH',
      'COMSPEC',
    ],
  ])('finds the name %s', (key) => {
    const [hazard, ...others] = findHazards(toVariables({ [key]: './x' }))
    expect(others).toEqual([])
    expect(hazard).toMatchObject({
      key,
      hazard: 'hijacks-process',
      problem: expect.stringMatching(/^this name \w/),
    })
  })

  it.each([
    ...[
      'APP_PATH',
      'PATH_PREFIX',
      'NODE_ENV',
      'ENVIRONMENT',
      'MY_LD_PRELOAD',
      'HOMEPAGE',
      'SHELLS',
      'DATABASE_URL',
      'PORT',
    ],
    ...[
      'JAVA_OPTS',
      'PYTHONUNBUFFERED',
      'GIT_SHA',
      'RUBY_VERSION',
      'MALLOC_ARENA_MAX',
      'UID',
      'PSK',
      'LDAP_URL',
      'EDITOR_KEY',
      'LD_SDK_KEY',
      'LD_CLIENT_SIDE_ID',
    ],
  ])('leaves %s alone', (key) => {
    expect(findHazards(toVariables({ [key]: 'x' }))).toEqual([])
  })

  it.each([
    ['ENV', 'production'],
    ['ENV', ''],
    ['BROWSER', 'none'],
    ['PAGER', 'cat'],
    ['pager', 'less'],
  ])('leaves %s=%s alone', (key, value) => {
    expect(findHazards(toVariables({ [key]: value }))).toEqual([])
  })

  it.each([
    ['ENV', './rc'],
    ['ENV', '$HOME'],
    ['BROWSER', 'sh -c id'],
    ['PAGER', 'less -R'],
  ])('finds %s=%s', (key, value) => {
    expect(findHazards(toVariables({ [key]: value }))).toMatchObject([{ key, hazard: 'hijacks-process' }])
  })

  it('never contains the value', () => {
    const variables = toVariables({ PATH: '`secret`' })
    expect(findHazards(variables)).toHaveLength(2)
    expect(JSON.stringify(findHazards(variables))).not.toContain('secret')
  })
})

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
