import type { Variables } from './variables.ts'

export type Hazard = {
  key: string
  hazard: 'runs-code' | 'hijacks-process' | 'foreign-value'
  /** A sentence for users, without its full stop; it never contains the value. */
  problem: string
}

/**
 * Values that some loader executes, values that only another tool can resolve, and names that take over a process
 * which inherits them; in the order of `variables`, with one entry per hazard. Names are compared case-insensitively,
 * like on Windows.
 */
export function findHazards(variables: Variables): Hazard[] {
  return [...variables].flatMap(([key, { value }]) => {
    const hazards: Hazard[] = []
    if (/\$\(|`/.test(value)) {
      hazards.push({
        key,
        hazard: 'runs-code',
        problem: 'some loaders execute the $(…) or backticks in this value',
      })
    }
    const foreign = findForeignValue(value)
    if (foreign !== undefined) {
      hazards.push({
        key,
        hazard: 'foreign-value',
        problem: `the value looks like a ${foreign.kind} of ${foreign.tool}; it is kept as text and not resolved`,
      })
    }
    const effect = effectOf(key.toUpperCase(), value)
    if (effect !== undefined) hazards.push({ key, hazard: 'hijacks-process', problem: `this name ${effect}` })
    return hazards
  })
}

/** Plain words with which these names start nothing, such as `ENV=production`. */
const harmlessValues: ReadonlyMap<string, RegExp> = new Map([
  ['ENV', /^[^/\\$`]*$/],
  ['BROWSER', /^(none|firefox|chrome|chromium|safari|edge)?$/],
  ['PAGER', /^(cat|less|more|none)?$/],
])

function effectOf(name: string, value: string): string | undefined {
  if (harmlessValues.get(name)?.test(value)) return undefined
  return families.find(([names]) => names.test(name))?.[1]
}

/** Complete names, in capitals, and their effect on a process that inherits them. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^(PATH|PATHEXT|CDPATH|COMSPEC|SYSTEMROOT|SHELL)$/, 'decides which programs are run'],
  // ld.so(8) of glibc, whose names include those of musl.
  [
    /^LD_(AUDIT|LIBRARY_PATH|ORIGIN_PATH|PRELOAD|TRACE_LOADED_OBJECTS|(DEBUG|PROFILE)(_OUTPUT)?)$/,
    'loads code into every program',
  ],
  [
    /^LD_(ASSUME_KERNEL|BIND_NO[TW]|DYNAMIC_WEAK|HWCAP_MASK|POINTER_GUARD|PREFER_MAP_32BIT_EXEC|SHOW_AUXV)$/,
    'changes how every program is loaded',
  ],
  [/^LD_(USE_LOAD_BIAS|VERBOSE|WARN)$/, 'changes how every program is loaded'],
  [/^(DYLD_.*|LIBPATH|SHLIB_PATH|GCONV_PATH|GLIBC_TUNABLES)$/, 'loads code into every program'],
  [
    /^(BASH_ENV|ENV|KSH_ENV|ZDOTDIR|FPATH|BASH_FUNC_.*|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS[0-4]|IFS)$/,
    'makes a shell run code or read its commands differently',
  ],
  [
    /^(NODE_OPTIONS|NODE_PATH|NODE_REPL_EXTERNAL_MODULE|BUN_OPTIONS|ELECTRON_RUN_AS_NODE)$/,
    'makes Node run other code',
  ],
  [
    /^NPM_CONFIG_(NODE_OPTIONS|SCRIPT_SHELL|SHELL|PREFIX|USERCONFIG|GLOBALCONFIG|GIT|EDITOR)$/,
    'makes npm run other code',
  ],
  [
    /^PYTHON(STARTUP|PATH|HOME|BREAKPOINT|USERBASE|EXECUTABLE|PLATLIBDIR|PYCACHEPREFIX)$/,
    'makes Python run other code',
  ],
  [/^(PERL5OPT|PERL5LIB|PERLLIB|PERL5DB)$/, 'makes Perl run other code'],
  [/^(RUBYOPT|RUBYLIB|RUBYSHELL|GEM_HOME|GEM_PATH|BUNDLE_GEMFILE)$/, 'makes Ruby run other code'],
  [
    /^(PHPRC|PHP_INI_SCAN_DIR|LUA_INIT.*|LUA_C?PATH.*|R_PROFILE.*|JULIA_LOAD_PATH|ERL_[AZ]?FLAGS)$/,
    'makes an interpreter run other code',
  ],
  [/^(JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|_JAVA_OPTIONS|CLASSPATH)$/, 'loads code into Java'],
  [
    /^(CORECLR_.*|COR_(ENABLE_PROFILING|PROFILER.*)|DOTNET_(STARTUP_HOOKS|ADDITIONAL_DEPS|SHARED_STORE|ROOT))$/,
    'loads code into .NET',
  ],
  [
    /^(GIT_(SSH|SSH_COMMAND|ASKPASS|(SEQUENCE_)?EDITOR|PAGER|EXTERNAL_DIFF|EXEC_PATH|PROXY_COMMAND|TEMPLATE_DIR))$/,
    'makes git run another program',
  ],
  [/^(GIT_CONFIG.*|SSH_ASKPASS|SUDO_ASKPASS)$/, 'makes git, ssh or sudo run another program'],
  [/^(EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|LESSOPEN|LESSCLOSE)$/, 'names a program that others start'],
  [
    /^(RUSTC|RUSTC_WRAPPER|GOFLAGS|GOROOT|GOTOOLDIR|MAKEFLAGS|MAKEFILES|GCC_EXEC_PREFIX)$/,
    'changes what a build runs',
  ],
  [/^OPENSSL_(CONF|MODULES|ENGINES)$/, 'loads code into programs that use OpenSSL'],
  [/^(HOME|XDG_CONFIG_HOME|XDG_CONFIG_DIRS)$/, 'changes where programs find their settings'],
]

/**
 * Text that other tools store in a `.env` in place of a value. Envhold stores it unchanged, so a program gets the
 * reference or the ciphertext.
 */
type ForeignValue = {
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
