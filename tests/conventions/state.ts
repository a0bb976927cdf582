import { parseAst } from 'vite';
import { isSyntaxNode, type SyntaxNode, walkSyntaxNodes } from './syntax';

/** Methods that change their object. */
const CHANGING =
  /^(push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|set|add|delete|clear|append|getOrInsert|getOrInsertComputed)$/;

/** Returns the variable at the start of `a.b[c]`. */
function rootOf(it: unknown): unknown {
  if (!isSyntaxNode(it)) return undefined;
  if (it.type === 'Identifier') return it.name;
  return /^(MemberExpression|ChainExpression|TSNonNullExpression|TSAsExpression)$/.test(it.type)
    ? rootOf(it.object ?? it.expression)
    : undefined;
}

/** Returns the variables of `program` whose properties are written. */
function writtenIn(program: unknown) {
  const written = new Set<unknown>();
  for (const node of walkSyntaxNodes(program)) {
    const { left, argument, callee } = node as { left?: unknown; argument?: unknown; callee?: unknown };
    const target =
      node.type === 'AssignmentExpression' ? left : node.type === 'UpdateExpression' ? argument : undefined;
    if (isSyntaxNode(target) && target.type === 'MemberExpression') written.add(rootOf(target));
    if (node.type === 'UnaryExpression' && node.operator === 'delete') written.add(rootOf(argument));
    if (node.type !== 'CallExpression' || !isSyntaxNode(callee) || callee.type !== 'MemberExpression') continue;
    const { object, property } = callee as { object?: unknown; property?: { name?: string } };
    if (CHANGING.test(property?.name ?? '')) written.add(rootOf(object));
    if (rootOf(object) === 'Object' && property?.name === 'assign')
      written.add(rootOf((node.arguments as unknown[])[0]));
  }
  return written;
}

/** Lists the module-level variables that can change: `let`, and constants whose properties are written. */
export function findMutableState(code: string, file: string): string[] {
  const program = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file);
  const written = writtenIn(program);
  return (program.body as unknown as SyntaxNode[])
    .map((node) => (node.type === 'ExportNamedDeclaration' && isSyntaxNode(node.declaration) ? node.declaration : node))
    .filter(({ type, declare }) => type === 'VariableDeclaration' && !declare)
    .flatMap(({ kind, declarations }) =>
      (declarations as SyntaxNode[]).flatMap(({ id }) => {
        const { name } = id as { name?: string };
        return name && (kind !== 'const' || written.has(name)) ? [name] : [];
      }),
    );
}

const isFunction = ({ type }: SyntaxNode) => /^(Function(Declaration|Expression)|ArrowFunctionExpression)$/.test(type);

/** Whether `name` occurs in a function inside `body`. */
const isCaptured = (body: unknown, name: string) =>
  [...walkSyntaxNodes(body)].some(
    (node) => node !== body && isFunction(node) && [...walkSyntaxNodes(node)].some((one) => isNamed(one, name)),
  );

const isNamed = (node: SyntaxNode, name: string) => node.type === 'Identifier' && node.name === name;

/** Lists the variables of functions that other functions read later: each `let` that a closure captures. */
export function findClosureState(code: string, file: string): string[] {
  const program = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file);
  const found = [...walkSyntaxNodes(program)].filter(isFunction).flatMap((scope) => {
    const inner = [...walkSyntaxNodes(scope.body)]
      .filter((node) => isFunction(node))
      .flatMap((node) => [...walkSyntaxNodes(node)]);
    const own = [...walkSyntaxNodes(scope.body)].filter((node) => !inner.includes(node));
    return own
      .filter(({ type, kind }) => type === 'VariableDeclaration' && kind === 'let')
      .flatMap(({ declarations }) =>
        (declarations as SyntaxNode[]).map(({ id }) => String((id as { name?: string }).name)),
      )
      .filter((name) => isCaptured(scope, name));
  });
  return [...new Set(found)];
}

/** Lists the actors that `code` sends events to, by the text before `.send(`. */
export function findEventReceivers(code: string, file: string): string[] {
  const program = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file);
  const receivers = [...walkSyntaxNodes(program)].flatMap(({ type, callee }) => {
    if (type !== 'CallExpression' || !isSyntaxNode(callee) || callee.type !== 'MemberExpression') return [];
    const { object, property } = callee as unknown as { object: SyntaxNode; property: { name?: string } };
    return property.name === 'send' ? [code.slice(Number(object.start), Number(object.end))] : [];
  });
  return [...new Set(receivers)];
}

/** Lists the private properties of XState that `code` reads. */
export function findPrivateProperties(code: string, file: string): string[] {
  const program = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file);
  const names = [...walkSyntaxNodes(program)].flatMap((node) => {
    if (node.type === 'MemberExpression') return [(node.property as { name?: string }).name];
    if (node.type !== 'ObjectPattern') return [];
    return (node.properties as SyntaxNode[]).map(({ key }) => (key as { name?: string } | undefined)?.name);
  });
  return [...new Set(names)].filter((name): name is string =>
    /^(_(parent|nodes|transitions|snapshot|send|stop|deferred|scheduledEvents|set|relay|syncSnapshot)|getTransitionData)$/.test(
      name ?? '',
    ),
  );
}
