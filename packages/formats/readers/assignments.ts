// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the values under test
import fc from 'fast-check'

/** Pieces that readers disagree on, and ordinary ones. No command in them exists. */
const pieces = [
  ...['new', 'word', 'B', '5', 'x', 'caf\u00e9'],
  ...[
    '#',
    '$',
    '\\',
    "'",
    '"',
    '`',
    ' ',
    '\t',
    '\u00a0',
    '=',
    ':',
    '~',
    '&',
    ';',
    '!',
    '*',
    '(',
    ')',
    '{',
    '}',
    '%',
    '?',
    '[',
    ']',
    '^',
    '@',
  ],
  ...[
    '$FIRST',
    '$word',
    '${FIRST}',
    '${NONE:-x}',
    '$(word)',
    '$$',
    '\\n',
    '\\r',
    '\\t',
    '\\"',
    "\\'",
    '\\\\',
    '\\$',
    ' #',
    '# ',
  ],
]
const inner = fc
  .array(
    fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom('new', 'word', 'B', '5', 'x') },
      { weight: 2, arbitrary: fc.constantFrom(...pieces) },
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''))

const mostly = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(...others) })

const value = fc
  .tuple(fc.constantFrom('', "'", '"', '`'), inner, fc.boolean())
  .map(
    ([quote, text, hasLines]) =>
      quote + (quote !== '' && hasLines && text.length % 4 === 0 ? `${text}\n${text}` : text) + quote,
  )

const assignment = fc
  .tuple(
    mostly('', '# note\n', "# it's\n", '# B="x\n', '# end\\\n', '\n', '  # x\n'),
    mostly('A=', 'export A=', 'A: ', 'A =', 'A= ', 'A = ', ' A=', 'export  A='),
    value,
    mostly('', ' ', '\t', '\u00a0', ' # c', '# c', '#c', '\t# c'),
  )
  .map((parts) => parts.join(''))

/** Texts of one hard assignment between two plain ones; some set the name twice. */
export const assignments: fc.Arbitrary<string> = fc
  .tuple(assignment, mostly('', 'A=plain\n', 'A=twice\nA=twice\n'))
  .map(([hard, more]) => `FIRST=1\n${hard}\n${more}LAST=2\n`)
