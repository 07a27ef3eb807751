import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as ast from 'typescript/unstable/ast';
import { API, type Checker, type Project, SymbolFlags, type Type, type TypeReference } from 'typescript/unstable/sync';

/** One call of `query` or `one` in the server's source. */
export interface Statement {
  /** File and line. */
  readonly at: string;
  /** Every text the call may send: several where a condition picks a part, none where it is made at run time. */
  readonly texts: readonly string[];
  /** The fields of the call's row type and their types, literals widened; none where the call names no row type. */
  readonly row: ReadonlyMap<string, string>;
}

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
const source = `${checkout}server/src/`;
const homeOfSql = 'server/src/db/db.ts';

/** Every statement that the server sends through `Sql`, as TypeScript reads its source. */
export function readStatements(): Statement[] {
  const api = new API({ cwd: checkout });
  try {
    const project = api.updateSnapshot({ openProjects: [`${checkout}tsconfig.json`] }).getProjects()[0]!;
    return project.program
      .getSourceFileNames()
      .filter((file) => file.startsWith(source) && !file.endsWith('.test.ts') && !file.endsWith(homeOfSql))
      .flatMap((file) => statementsOf(project, project.program.getSourceFile(file)!));
  } finally {
    api.close();
  }
}

function statementsOf(project: Project, file: ast.SourceFile): Statement[] {
  const { checker } = project;
  const found: Statement[] = [];
  const visit = (node: ast.Node): void => {
    if (ast.isCallExpression(node) && isSqlCall(checker, node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push({
        at: `${relative(source, file.fileName)}:${line + 1}`,
        texts: textsOf(project, node.arguments[0]!, new Map()),
        row: rowOf(checker, node),
      });
    }
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  return found;
}

const isSqlCall = (checker: Checker, { expression }: ast.CallExpression): boolean =>
  ast.isPropertyAccessExpression(expression) &&
  ['query', 'one'].includes(expression.name.text) &&
  checker.getSymbolAtLocation(expression.name)?.declarations[0]?.path.endsWith(homeOfSql) === true;

function rowOf(checker: Checker, call: ast.CallExpression): Map<string, string> {
  const answer = checker.getReturnTypeOfSignature(checker.getResolvedSignature(call)!);
  const [given] = checker.getTypeArguments(answer as TypeReference);
  const row = checker.isArrayType(given!) ? checker.getTypeArguments(given as TypeReference)[0]! : given!;
  const fields = checker.getPropertiesOfType(checker.getNonNullableType(row)!);
  return new Map(fields.map((field) => [field.name, widened(checker, checker.getTypeOfSymbol(field)!)]));
}

const widened = (checker: Checker, type: Type): string => checker.typeToString(checker.getBaseTypeOfLiteralType(type)!);

type Texts = readonly string[];

/**
 * The texts an expression may have, as far as constants, conditions and one-line functions tell. `given` are the
 * parameters of the function whose body is read.
 */
function textsOf(project: Project, node: ast.Node | undefined, given: ReadonlyMap<string, Texts>): Texts {
  const read = (part: ast.Node | undefined): Texts => textsOf(project, part, given);
  if (!node) return [];
  if (ast.isStringLiteral(node) || ast.isNoSubstitutionTemplateLiteral(node) || ast.isNumericLiteral(node))
    return [node.text];
  if (ast.isTemplateExpression(node))
    return node.templateSpans.reduce<Texts>(
      (before, { expression, literal }) => joined(joined(before, read(expression)), [literal.text]),
      [node.head.text],
    );
  if (ast.isConditionalExpression(node)) return [...read(node.whenTrue), ...read(node.whenFalse)];
  if (ast.isAsExpression(node) || ast.isSatisfiesExpression(node)) return read(node.expression);
  if (ast.isObjectLiteralExpression(node))
    return node.properties.flatMap((field) => (ast.isPropertyAssignment(field) ? read(field.initializer) : []));
  // A text out of a table of constants: any of them.
  if (ast.isElementAccessExpression(node)) return read(node.expression);
  if (ast.isIdentifier(node)) return given.get(node.text) ?? read(valueOf(project, node));
  if (!ast.isCallExpression(node)) return isNumber(project.checker, node) ? ['1'] : [];
  const called = valueOf(project, node.expression);
  if (!called || !ast.isArrowFunction(called)) return [];
  const taken = called.parameters.map(({ name }, nth) => [name.getText(), read(node.arguments[nth])] as const);
  return textsOf(project, called.body, new Map(taken));
}

const isNumber = (checker: Checker, node: ast.Node): boolean =>
  widened(checker, checker.getTypeAtLocation(node)!) === 'number';

const joined = (left: Texts, right: Texts): Texts => left.flatMap((before) => right.map((after) => before + after));

/** What a constant was given where it is declared, here or in the file it comes from. */
function valueOf(project: Project, name: ast.Node): ast.Node | undefined {
  const found = project.checker.getSymbolAtLocation(name);
  const symbol = found && found.flags & SymbolFlags.Alias ? project.checker.getAliasedSymbol(found) : found;
  const declaration = symbol?.valueDeclaration?.resolve(project);
  return declaration && ast.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
}
