// Where a source file can be broken by one small change, and how. Types, imports, the texts of logs and errors, and
// the looks of components are left out: no test is expected to find them.

import ts from 'typescript'

export interface Mutation {
  readonly what: string
  readonly start: number
  readonly end: number
  readonly text: string
}

const swapped: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.MinusToken]: '+',
}

export function findMutations(path: string, content: string): Mutation[] {
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true)
  const mutations: Mutation[] = []
  const replace = (node: ts.Node, what: string, text: string) =>
    mutations.push({ what, start: node.getStart(source), end: node.end, text })

  const visit = (node: ts.Node): void => {
    if (isPassedOver(node)) return
    if (ts.isBinaryExpression(node)) {
      const { operatorToken } = node
      const other = swapped[operatorToken.kind]
      if (other) replace(operatorToken, `${operatorToken.getText(source)} becomes ${other}`, other)
    }
    if (ts.isIfStatement(node) && !node.elseStatement && endsEarly(node.thenStatement))
      replace(node, 'an early end is left out', ';')
    if (ts.isIfStatement(node)) negate(node.expression)
    if (ts.isConditionalExpression(node)) negate(node.condition)
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      replace(node, 'a ! is dropped', node.operand.getText(source))
    if (ts.isNumericLiteral(node))
      replace(node, `${node.text} becomes one more`, `(${node.getText(source)} + 1)`)
    if (isText(node)) replace(node, `${node.getText(source)} becomes empty`, "''")
    if (ts.isAwaitExpression(node) && !ts.isReturnStatement(node.parent))
      replace(node, 'an await is forgotten', node.expression.getText(source))
    if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, 'true becomes false', 'false')
    if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, 'false becomes true', 'true')
    if (ts.isExpressionStatement(node)) replace(node, 'a statement is left out', ';')
    ts.forEachChild(node, visit)
  }
  const negate = (condition: ts.Expression) =>
    replace(condition, 'a condition is negated', `!(${condition.getText(source)})`)
  visit(source)
  return mutations
}

const isPassedOver = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  (ts.isJsxAttribute(node) && !ts.isJsxExpression(node.initializer ?? node)) ||
  (ts.isJsxAttribute(node) && /^(?:className|style|size|width|height)$/.test(node.name.getText())) ||
  (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) ||
  (ts.isCallExpression(node) &&
    /^(?:cn|cva|clsx|console\.\w+|(?:\w+\.)*log\.\w+)$/.test(node.expression.getText()))

const isText = (node: ts.Node): node is ts.StringLiteral =>
  ts.isStringLiteral(node) &&
  node.text.trim() !== '' &&
  !(ts.isPropertyAssignment(node.parent) && node.parent.name === node)

function endsEarly(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement
  return last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last))
}
